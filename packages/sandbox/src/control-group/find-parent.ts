import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const requiredControllers = ['memory', 'pids']

/**
 * The folder below which groups can be created: this process' own group, if it is delegated with both
 * controllers. Undefined otherwise, as on hosts with version 1.
 */
export function findGroupParent(
  root = '/sys/fs/cgroup',
  own = readText('/proc/self/cgroup'),
): string | undefined {
  const path = /^0::(\/.*)$/m.exec(own ?? '')?.[1]
  if (path === undefined) return undefined
  const folder = join(root, path)
  return isWritable(folder) && delegatesControllers(folder) ? folder : undefined
}

/** Enables both controllers in a configured folder. Throws when groups cannot be created there. */
export function requireGroupParent(folder: string): string {
  try {
    // The kernel rejects this while the group itself has processes.
    if (isWritable(folder) && !delegatesControllers(folder))
      writeFileSync(
        join(folder, 'cgroup.subtree_control'),
        requiredControllers.map((one) => `+${one}`).join(' '),
      )
    if (isWritable(folder)) return folder
  } catch {
    // Reported below.
  }
  throw new Error(
    `No control groups can be created in ${folder}; choose a version 2 group with memory and pids, without processes, that this user may write.`,
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

function delegatesControllers(folder: string): boolean {
  return hasAllControllers(readText(join(folder, 'cgroup.subtree_control')))
}

function hasAllControllers(controllers: string | undefined): boolean {
  const there = controllers?.trim().split(/\s+/) ?? []
  return requiredControllers.every((one) => there.includes(one))
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
