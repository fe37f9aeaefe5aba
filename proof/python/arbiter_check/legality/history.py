def check(*a):
    raise NotImplementedError
