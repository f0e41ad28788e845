import { readSkillFields } from '@repertoire/skill-md'
import type { JsonObject } from '../../base/json.ts'
import type { PackageFile } from '../../domain/skill.ts'
import type { RequestedPermissions } from '../../domain/trust.ts'
import { readVariables } from './read-variables.ts'

export const noPermissions: RequestedPermissions = {
  tools: [],
  hooks: [],
  scripts: [],
  hosts: [],
  env: [],
}

/** Entries per list. A package that asks for more is shown as asking for this many. */
const maxEntries = 200
const scriptName =
  /\.(?:sh|bash|zsh|fish|py|pyw|js|mjs|cjs|ts|mts|rb|pl|php|lua|ps1|psm1|bat|cmd|exe|jar|so|dll)$/i
const hostInUrl = /\bhttps?:\/\/([a-z0-9](?:[a-z0-9.-]{0,252}))/gi

/**
 * What a package asks of its host, read from its frontmatter, instructions and scripts. Says what stands there,
 * not what a script does: one that builds a name at run time is not found out. Pure, in linear time.
 */
export function readRequestedPermissions(
  frontmatter: JsonObject,
  files: readonly PackageFile[],
): RequestedPermissions {
  const { allowedTools, hooks, routing, openclaw } = readSkillFields(frontmatter)
  const skillMd = files.find(({ path }) => path.toLowerCase() === 'skill.md')
  const scripts = files.filter((file) => file.executable || isScript(file))
  const texts = [skillMd, ...scripts].flatMap((file) => (file ? [textOf(file)] : []))
  return {
    tools: sorted(allowedTools ?? []),
    hooks: sorted(Object.keys(hooks ?? {})),
    scripts: sorted(scripts.map(({ path }) => path)),
    hosts: sorted(texts.flatMap((text) => found(text, hostInUrl).map(asHost))),
    env: sorted([
      ...(routing?.requiresEnv ?? []),
      ...(openclaw?.requires.env ?? []),
      ...(openclaw?.envVars.map(({ name }) => name) ?? []),
      ...texts.flatMap((text) => readVariables(text, maxEntries)),
    ]),
  }
}

/** What `candidate` asks for and `base` does not. */
export function addedPermissions(
  base: RequestedPermissions,
  candidate: RequestedPermissions,
): RequestedPermissions {
  const added = (key: keyof RequestedPermissions) => {
    const known = new Set(base[key])
    return candidate[key].filter((entry) => !known.has(entry))
  }
  return {
    ...{ tools: added('tools'), hooks: added('hooks'), scripts: added('scripts') },
    ...{ hosts: added('hosts'), env: added('env') },
  }
}

export function isEmpty(permissions: RequestedPermissions): boolean {
  return Object.values(permissions).every((list: readonly string[]) => list.length === 0)
}

function isScript({ path, bytes }: PackageFile): boolean {
  return scriptName.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21)
}

function textOf({ bytes }: PackageFile): string {
  return new TextDecoder().decode(bytes)
}

function found(text: string, pattern: RegExp): string[] {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(pattern)) {
    if (name) names.add(name)
    if (names.size >= maxEntries) break
  }
  return [...names]
}

function asHost(text: string): string {
  return text.toLowerCase().replace(/[.-]+$/, '')
}

function sorted(entries: readonly string[]): string[] {
  return [...new Set(entries)].sort().slice(0, maxEntries)
}
