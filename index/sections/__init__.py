"""Laws, rules and manuals cut into sections with stable ids such as ``INA 204(b)(1)``."""
