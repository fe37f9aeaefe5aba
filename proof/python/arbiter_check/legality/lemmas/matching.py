"""Assignments of least cost."""

INFINITE = 10**9


def least(costs):
    """The least sum of costs[row][its column], no column twice; where a cost is None it is not allowed."""
    rows = len(costs)
    if rows == 0:
        return 0
    columns = len(costs[0])
    if rows > columns:
        return None
    u, v = [0] * (rows + 1), [0] * (columns + 1)
    match = [0] * (columns + 1)
    for row in range(1, rows + 1):
        match[0] = row
        column = 0
        slack = [INFINITE * 4] * (columns + 1)
        way = [0] * (columns + 1)
        used = [False] * (columns + 1)
        while True:
            used[column] = True
            here, delta, following = match[column], INFINITE * 4, 0
            line = costs[here - 1]
            for j in range(1, columns + 1):
                if used[j]:
                    continue
                cost = line[j - 1]
                reduced = (INFINITE if cost is None else cost) - u[here] - v[j]
                if reduced < slack[j]:
                    slack[j], way[j] = reduced, column
                if slack[j] < delta:
                    delta, following = slack[j], j
            for j in range(columns + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    slack[j] -= delta
            column = following
            if match[column] == 0:
                break
        while column:
            before = way[column]
            match[column] = match[before]
            column = before
    total = 0
    for j in range(1, columns + 1):
        if match[j]:
            cost = costs[match[j] - 1][j - 1]
            if cost is None:
                return None
            total += cost
    return total


def largest(edges):
    """The greatest number of rows with different columns; edges[row] is a set of columns."""
    match = {}

    def augment(row, seen):
        for column in edges[row]:
            if column in seen:
                continue
            seen.add(column)
            if column not in match or augment(match[column], seen):
                match[column] = row
                return True
        return False

    return sum(augment(row, set()) for row in range(len(edges)))
