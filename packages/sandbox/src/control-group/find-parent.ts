import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const needed = ['memory', 'pids']

/**
 * The folder below which groups can be made: the one we are in, where it is delegated to us with both
 * controllers handed down. Undefined where it is not, as on hosts that still use version 1.
 */
export function findGroupParent(
  root = '/sys/fs/cgroup',
  own = readText('/proc/self/cgroup'),
): string | undefined {
  const path = /^0::(\/.*)$/m.exec(own ?? '')?.[1]
  if (path === undefined) return undefined
  const folder = join(root, path)
  return isWritable(folder) && handsDown(folder) ? folder : undefined
}

/** A folder somebody names for it: has it hand down both controllers. Throws when groups cannot be made there. */
export function demandGroupParent(folder: string): string {
  try {
    // Refused while processes are in the folder itself.
    if (isWritable(folder) && !handsDown(folder))
      writeFileSync(
        join(folder, 'cgroup.subtree_control'),
        needed.map((one) => `+${one}`).join(' '),
      )
    if (isWritable(folder)) return folder
  } catch {
    // Told below.
  }
  throw new Error(
    `No control groups can be made in ${folder}; name a version 2 group with memory and pids, without processes, that this account may write.`,
  )
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function handsDown(folder: string): boolean {
  return hasAll(readText(join(folder, 'cgroup.subtree_control')))
}

function hasAll(controllers: string | undefined): boolean {
  const there = controllers?.trim().split(/\s+/) ?? []
  return needed.every((one) => there.includes(one))
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
