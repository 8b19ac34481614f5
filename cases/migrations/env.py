"""Run by Alembic. The connection comes from ``cases.upgrading``, inside its transaction."""

from alembic import context

from cases.schema import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
