(print 'hello world')
