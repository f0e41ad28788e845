import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../execution/default-limits.ts'
import { allowsMount, type ContainerSettings, containerArguments } from './container-arguments.ts'

const settings: ContainerSettings = {
  command: 'podman',
  extraArgs: [],
  account: { uid: 1234, gid: 1235 },
  keepsUserId: false,
  maxProcesses: 99,
  label: 'repertoire.sandbox=here/1',
}
const view = {
  ...{ name: 'one', image: 'image:1', limits: defaultLimits, layers: [], network: undefined },
  ...{ skillFolder: '/s', workFolder: '/w', startFile: '/b', reportFile: '/r' },
}

/** `--name value` pairs as `name value`, flags by themselves. */
const joinArgs = (args: readonly string[]): string => args.join(' ')

describe('a container', () => {
  it('has no network, capability, privilege or root, and writes only its own folders', () => {
    const args = joinArgs(containerArguments(settings, view))
    for (const part of [
      '--network none',
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--read-only ',
      '--read-only-tmpfs=false',
      '--user 1234:1235',
      '--mount type=bind,source=/s,target=/skill,readonly',
      '--mount type=bind,source=/w,target=/workspace ',
    ])
      expect(args).toContain(part)
    expect(args).not.toContain('privileged ')
  })

  it('is limited in memory without swap, in processes, files, time and scratch space', () => {
    const args = joinArgs(containerArguments(settings, view))
    for (const part of [
      `--memory ${512 * 1024 * 1024}b --memory-swap ${512 * 1024 * 1024}b`,
      '--pids-limit 64',
      '--ulimit cpu=10:11',
      '--ulimit nofile=256:256',
      `--ulimit fsize=${32 * 1024 * 1024}:${32 * 1024 * 1024}`,
      '--ulimit core=0:0',
      '--shm-size 1m',
    ])
      expect(args).toContain(part)
    expect(args).toMatch(/--tmpfs \/tmp:\S*size=33554432/)
  })

  it('is never pulled, and uses the configured runtime', () => {
    const args = containerArguments({ ...settings, runtime: 'runsc' }, view)
    expect(joinArgs(args)).toContain('--pull never --runtime runsc')
    expect(args.slice(-2)).toEqual(['image:1', '/boot/start'])
  })

  it('puts extra arguments last, so that they win', () => {
    const args = containerArguments({ ...settings, extraArgs: ['--cpus', '4'] }, view)
    expect(args.lastIndexOf('--cpus')).toBe(args.length - 4)
  })

  it('of docker gets no podman option', () => {
    const args = joinArgs(containerArguments({ ...settings, command: '/usr/bin/docker' }, view))
    expect(args).not.toContain('--read-only-tmpfs')
    expect(args).not.toContain('keep-id')
  })

  it('mounts no path that could contain options', () => {
    expect(allowsMount('/srv/layers/a b')).toBe(true)
    for (const path of ['/a,readonly=false', '/a"b', '/a\nb']) expect(allowsMount(path)).toBe(false)
  })
})
