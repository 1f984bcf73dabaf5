(require search)
