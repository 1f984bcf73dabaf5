(load util)
