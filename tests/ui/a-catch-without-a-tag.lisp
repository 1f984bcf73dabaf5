(catch (throw 'done 3))
