import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { chown, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../collect/put-files.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { initOf, type SandboxInit } from './process-tree.ts'

/** A writable folder of a sandbox that is memory of the host. */
export interface ScratchFolder {
  /** Its name in the folder of an instance. */
  readonly name: 'tmp' | 'shm'
  /** Its path inside the sandbox. */
  readonly at: string
  readonly bytes: number
  /** Files, folders, links, pipes and sockets: an empty one takes a kibibyte that its size does not count. */
  readonly files: number
}

const mebibyte = 1024 * 1024

/** Every tmpfs that stays writable. */
export const scratchFolders: Readonly<Record<'tmp' | 'shm', ScratchFolder>> = {
  tmp: { name: 'tmp', at: '/tmp', bytes: 32 * mebibyte, files: 8_192 },
  shm: { name: 'shm', at: '/dev/shm', bytes: mebibyte, files: 1_024 },
}

/**
 * Bubblewrap cannot limit the files of a tmpfs. This mounts them in a user namespace around it, where a script
 * cannot come.
 */
const mountAll = Object.values(scratchFolders)
  .map(({ name, bytes, files }) => {
    const options = `nosuid,nodev,mode=755,size=${bytes},nr_inodes=${files}`
    return `"$0" -t tmpfs -o ${options} tmpfs "$1/${name}"`
  })
  .join(' && ')

/** Programs that mount scratch folders, by their paths. */
export interface TmpfsMount {
  readonly unshare: string
  readonly mount: string
}

/** The command that mounts the scratch folders of an instance's folder, and then becomes `command`. */
export function mountingScratch(
  { unshare, mount }: TmpfsMount,
  folder: string,
  command: readonly string[],
): string[] {
  return [
    ...[unshare, '--user', '--map-root-user', '--mount', '--propagation', 'slave'],
    ...['/bin/sh', '-c', `${mountAll} && shift && exec "$@"`, mount, folder, ...command],
  ]
}

/** Tries it as the user of scripts; null where this machine lets only bubblewrap make namespaces. */
export async function findTmpfsMount(
  baseFolder: string,
  account: Account | null,
): Promise<TmpfsMount | null> {
  const [unshare, mount] = ['unshare', 'mount'].map((name) =>
    ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path)),
  )
  if (unshare === undefined || mount === undefined) return null
  const folder = await mkdtemp(join(baseFolder, 'mount-'))
  try {
    if (account) await chown(folder, account.uid, account.gid)
    for (const { name } of Object.values(scratchFolders)) await mkdir(join(folder, name))
    const [program = '', ...args] = mountingScratch({ unshare, mount }, folder, [
      '/bin/sh',
      '-c',
      ':',
    ])
    const { status } = spawnSync(program, args, { cwd: '/', env: {}, stdio: 'ignore', ...account })
    return status === 0 ? { unshare, mount } : null
  } finally {
    await removeFolder(folder)
  }
}

/** Whether a scratch folder has as many files as it may; the kernel counts them, so that this reads no folder. */
export function hasTooManyFiles(init: SandboxInit): boolean {
  return Object.values(scratchFolders).some(({ at, files }) => {
    try {
      const { files: all, ffree } = statfsSync(`/proc/${init.pid}/root${at}`)
      return all - ffree >= files && initOf(init.pid).started === init.started
    } catch {
      return false
    }
  })
}
