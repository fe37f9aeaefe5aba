def applies(past, array):
    raise NotImplementedError
