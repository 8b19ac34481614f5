"""Where passages and their two vectors are kept: Milvus, or memory and files. Nothing here embeds or ranks."""
