import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../execution/default-limits.ts'
import { bubblewrapArguments, type HostView } from './arguments.ts'
import { instanceCommand, processLimits } from './process-limits.ts'

const host: HostView = {
  systemFolders: [
    { at: '/bin', linkTo: 'usr/bin' },
    { at: '/lib', linkTo: null },
  ],
  maskedProcFiles: ['kcore', 'keys'],
  hiddenFolders: ['/usr/local/etc'],
  nodeBinary: '/somewhere/node',
  path: '/opt/node/bin:/usr/bin:/bin',
}
const view = {
  bootFolder: '/base/boot',
  skillFolder: '/base/slot-1/skill',
  workFolder: '/base/slot-1/work',
  scratchParent: '/base/slot-1',
  layers: [{ hostPath: '/cache/layer', at: '/layers/one' }],
  socket: null,
}

describe('the arguments of bubblewrap', () => {
  const all = bubblewrapArguments(host, view)
  const text = all.join(' ')

  it('unshare every namespace and drop every capability and variable', () => {
    for (const part of [
      '--unshare-all --unshare-user --disable-userns --assert-userns-disabled',
      '--uid 1000 --gid 1000',
      '--cap-drop ALL',
      '--die-with-parent --new-session',
      '--clearenv --setenv PATH /opt/node/bin:/usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8 --ro-bind',
      '--seccomp 4',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('--share-net')
  })

  it('make the workspace the only writable host folder, beside those with a tmpfs on them', () => {
    const writable = all.flatMap((one, index) => (one === '--bind' ? [all[index + 1]] : []))
    expect(writable).toEqual(['/base/slot-1/shm', '/base/slot-1/tmp', '/base/slot-1/work'])
  })

  it('remount the root and /dev read-only after the last mount in them', () => {
    const root = text.indexOf('--remount-ro / ')
    for (const mount of [
      '--ro-bind /cache/layer',
      '--bind /base',
      '--bind /base/slot-1/tmp /tmp',
      '--symlink usr/bin',
    ])
      expect(text.indexOf(mount)).toBeLessThan(root)
    expect(text.indexOf('/dev/shm')).toBeLessThan(text.indexOf('--remount-ro /dev'))
  })

  it('limit the size of every tmpfs', () => {
    const plain = bubblewrapArguments(host, { ...view, scratchParent: null })
    const sizes = plain.flatMap((one, index) =>
      one === '--tmpfs' ? [[plain[index + 1], plain[index - 2], Number(plain[index - 1])]] : [],
    )
    expect(sizes).toEqual([
      ['/usr/local/etc', '--size', 4096],
      ['/dev/shm', '--size', 1024 * 1024],
      ['/tmp', '--size', 32 * 1024 * 1024],
    ])
  })

  it('hide existing folders of this machine’s settings, read-only and below /usr', () => {
    expect(text).toContain(
      '--ro-bind /usr /usr --size 4096 --tmpfs /usr/local/etc --remount-ro /usr/local/etc',
    )
    expect(text).not.toContain('/usr/src')
  })

  it('mask existing files of /proc, and follow the system’s folder layout', () => {
    expect(text).toContain('--ro-bind /dev/null /proc/kcore --ro-bind /dev/null /proc/keys')
    expect(text).not.toContain('/proc/kallsyms')
    expect(text).toContain('--symlink usr/bin /bin --ro-bind /lib /lib')
  })

  it('are not on the command line, where a script could read them', () => {
    const command = instanceCommand(
      { runtime: 'python', path: '/usr/bin/python3' },
      processLimits(defaultLimits),
    )
    expect(command.slice(0, 3)).toEqual(['--args', '6', '--'])
    expect(command.join(' ')).not.toContain('/base')
  })

  it('limit the address space of all runtimes but Node, which gets a heap limit', () => {
    const limits = processLimits(defaultLimits)
    const python = instanceCommand({ runtime: 'python', path: 'python3' }, limits)
    const node = instanceCommand({ runtime: 'node', path: 'node' }, limits)
    const at = python.indexOf('sandbox')
    expect(python.slice(at + 1, at + 6)).toEqual(['64', '32768', '10', '256', '1048576'])
    expect(node.slice(at + 1, at + 6)).toEqual(['64', '32768', '10', '256', '0'])
    expect(node).toContain('--max-old-space-size=256')
  })
})
