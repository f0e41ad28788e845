import { describe, expect, it } from 'vitest'
import { ProcessTree, parseProcesses } from './process-list.ts'

/** The output on macOS. */
const mac = `    1     0     1     0  17040 Ss     2:31.88 Fri Nov 20 08:12:01 2026    
  412     1   412   501  55312 S      0:12.04 Fri Nov 20 08:13:44 2026    
 9001   412  9001   501   3120 Ss     0:00.02 Sat Nov 21 10:00:00 2026    
 9002  9001  9001   501  48000 R+     1:02.50 Sat Nov 21 10:00:01 2026    
 9003     1  9003   501   2048 Ss     0:00.01 Sat Nov 21 10:00:02 2026    
 9004  9003  9003    -2      0 Z      0:00.00 Sat Nov 21 10:00:02 2026    
`
const linux = `      1       0       1     0 12345 Ss   00:00:03 Sat Nov 21 13:16:10 2026
    812       1     812 59917   900 Ss+  1-02:03:04 Sat Nov 21 13:16:10 2026
a line of something else
`

describe('the processes of an execution', () => {
  it('are parsed from ps on macOS', () => {
    const list = parseProcesses(mac)
    expect(list.map(({ pid }) => pid)).toEqual([1, 412, 9001, 9002, 9003, 9004])
    expect(list[3]).toEqual({
      ...{ pid: 9002, parent: 9001, group: 9001, account: 501, residentBytes: 48_000 * 1024 },
      ...{ cpuMs: 62_500, isZombie: false, started: 'Sat Nov 21 10:00:01 2026' },
    })
    expect(list[5]).toMatchObject({ account: -2, isZombie: true })
  })

  it('are parsed from ps on Linux', () => {
    expect(parseProcesses(linux)).toMatchObject([
      { pid: 1, cpuMs: 3_000 },
      { pid: 812, account: 59_917, cpuMs: ((24 + 2) * 3600 + 3 * 60 + 4) * 1000 },
    ])
  })

  const process = (pid: number, parent: number, group: number, started = 'then') => ({
    ...{ pid, parent, group, started, account: 501, residentBytes: 1, cpuMs: 1, isZombie: false },
  })
  const pids = (tree: ProcessTree, list: ReturnType<typeof process>[]): number[] =>
    tree.living(list).map(({ pid }) => pid)

  it('are its group and all descendants, in any order of the list', () => {
    const tree = new ProcessTree(10)
    const list = [process(13, 12, 12), process(12, 11, 12), process(11, 10, 10), process(10, 1, 10)]
    expect(pids(tree, [...list, process(20, 1, 20), process(1, 0, 1)])).toEqual([13, 12, 11, 10])
    expect(pids(new ProcessTree(10), [process(14, 1, 10)])).toEqual([14])
  })

  it('stay members when their parent exits, and so do their later children', () => {
    const tree = new ProcessTree(10)
    tree.living([process(10, 1, 10), process(11, 10, 11)])
    expect(pids(tree, [process(11, 1, 11), process(12, 11, 12)])).toEqual([11, 12])
    expect(pids(tree, [process(12, 1, 12)])).toEqual([12])
  })

  it('do not include reused PIDs or zombies', () => {
    const tree = new ProcessTree(10)
    tree.living([process(10, 1, 10), process(11, 10, 11)])
    expect(pids(tree, [process(11, 1, 11, 'later'), process(12, 11, 12)])).toEqual([])
    expect(pids(tree, [{ ...process(11, 1, 11), isZombie: true }])).toEqual([])
  })
})
