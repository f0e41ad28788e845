import { CommandError, exitCodes } from '../command/exit-codes.ts'
import { readVersion } from '../command/version.ts'

/** Whether the first version may speak another interface: a later major version, or before 1.0 a later minor one. */
export function isNewer(server: string, command: string): boolean {
  const [theirs, ours] = [lineOf(server), lineOf(command)]
  if (!theirs || !ours) return false
  if (theirs.major !== ours.major) return theirs.major > ours.major
  return theirs.major === 0 && theirs.minor > ours.minor
}

export function newerServer(baseUrl: string, version: string): CommandError {
  return new CommandError(
    `The server at ${baseUrl} is version ${version}, newer than this command (${readVersion()}).`,
    'Update the command: npm install --global repertoire@latest.',
    exitCodes.tooOld,
  )
}

function lineOf(version: string): { readonly major: number; readonly minor: number } | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? []
  return major && minor ? { major: Number(major), minor: Number(minor) } : undefined
}
