import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ControlGroup } from './control-group.ts'
import { findGroupParent, requireGroupParent } from './find-parent.ts'

describe('control groups, on a fake cgroup folder', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'groups-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const folderOf = (files: Record<string, string>): string => {
    mkdirSync(join(root, 'service'))
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(root, 'service', name), text)
    return join(root, 'service')
  }

  it('are created with their limits, and take processes one by one', () => {
    const group = new ControlGroup(root, 'slot-1', { memoryBytes: 1000, processes: 64 })
    group.add([41, 42])
    group.kill()
    const read = (name: string): string => readFileSync(join(root, 'slot-1', name), 'utf8')
    expect([read('memory.max'), read('pids.max'), read('memory.swap.max')]).toEqual([
      '1000',
      '64',
      '0',
    ])
    expect([read('memory.oom.group'), read('cgroup.procs'), read('cgroup.kill')]).toEqual([
      '1',
      '42',
      '1',
    ])
  })

  it('report resource use, and whether memory ran out', () => {
    const group = new ControlGroup(root, 'slot-1', { memoryBytes: 1000, processes: 64 })
    expect([group.cpuMs, group.peakMemoryBytes, group.ranOutOfMemory]).toEqual([
      undefined,
      undefined,
      false,
    ])
    writeFileSync(join(group.folder, 'cpu.stat'), 'usage_usec 12500\nuser_usec 1\n')
    writeFileSync(join(group.folder, 'memory.peak'), '4096\n')
    writeFileSync(join(group.folder, 'memory.events'), 'low 0\noom 1\noom_kill 1\n')
    expect([group.cpuMs, group.peakMemoryBytes, group.ranOutOfMemory]).toEqual([12.5, 4096, true])
  })

  it('are created where both controllers are delegated', () => {
    const folder = folderOf({ 'cgroup.procs': '', 'cgroup.subtree_control': 'cpu memory pids\n' })
    expect(findGroupParent(root, '1:name=systemd:/x\n0::/service\n')).toBe(folder)
  })

  it('are not created without a delegated group', () => {
    expect(findGroupParent(root, '4:memory:/service\n')).toBeUndefined()
    expect(findGroupParent(root, '0::/elsewhere\n')).toBeUndefined()
    expect(findGroupParent(root, undefined)).toBeUndefined()
    folderOf({ 'cgroup.procs': '', 'cgroup.subtree_control': 'pids\n' })
    expect(findGroupParent(root, '0::/service\n')).toBeUndefined()
  })

  it('are created in a configured folder after enabling both controllers; otherwise it is an error', () => {
    const folder = folderOf({ 'cgroup.procs': '', 'cgroup.subtree_control': '' })
    expect(requireGroupParent(folder)).toBe(folder)
    expect(readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids')
    expect(() => requireGroupParent(join(root, 'elsewhere'))).toThrow(/choose a version 2 group/)
  })
})
