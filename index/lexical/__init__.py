"""The lexical leg: words of a passage as a sparse vector whose inner product with a question's is its BM25 score."""
