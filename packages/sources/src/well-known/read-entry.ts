import { conflictingPaths, filePathFault, isSlug } from '@repertoire/skill-md'
import { z } from 'zod'
import { remoteLimits } from '../http/limits.ts'
import { quoted } from '../http/quoted.ts'
import type { IndexContext, IndexedSkill, ListedSkillFile } from './indexed-skill.ts'

export type EntryReading =
  /** Without a skill: an entry of a type that is not known, which the format lets clients skip. */
  | { readonly skill?: IndexedSkill; readonly fault?: undefined }
  | { readonly skill?: undefined; readonly fault: string }

export type EntryReader = (entry: unknown, context: IndexContext) => EntryReading

const name = z.string('its name is not text').refine(isSlug, 'its name is not valid')

const artifactEntry = z.looseObject({
  name,
  type: z.string('its type is not text'),
  url: z.string('its url is not text').min(1, 'its url is empty').max(2000, 'its url is too long'),
  digest: z
    .string('it has no digest')
    .regex(/^sha256:[0-9a-f]{64}$/, 'its digest is not sha256: with 64 hexadecimal digits'),
})

/** An entry of version 0.2. */
export const readArtifactEntry: EntryReader = (entry, { indexUrl, allowedOrigins }) => {
  const parsed = artifactEntry.safeParse(entry)
  if (!parsed.success) return { fault: faultOf(parsed.error) }
  const { type, digest } = parsed.data
  if (type !== 'skill-md' && type !== 'archive') return {}
  const url = URL.parse(parsed.data.url, indexUrl)
  if (!url || !/^https?:$/.test(url.protocol)) return { fault: 'its url is not valid' }
  const origins = [new URL(indexUrl).origin, ...allowedOrigins]
  if (!origins.includes(url.origin)) {
    return { fault: `it is on another server, ${quoted(url.host)}` }
  }
  return { skill: { form: 'artifact', name: parsed.data.name, type, url: url.href, digest } }
}

const listedEntry = z.looseObject({
  name,
  version: z.string().max(200).optional().catch(undefined),
  files: z
    .array(z.string('a file name is not text'), 'it has no list of files')
    .max(remoteLimits.listedFiles, `it has more than ${remoteLimits.listedFiles} files`),
})

/** An entry of version 0.1. */
export const readListedEntry: EntryReader = (entry, { indexUrl }) => {
  const parsed = listedEntry.safeParse(entry)
  if (!parsed.success) return { fault: faultOf(parsed.error) }
  const { files, version = null } = parsed.data
  for (const path of files) {
    const fault = filePathFault(path)
    if (fault) return { fault: `the file path ${quoted(path)} ${fault}` }
  }
  if (!files.some((path) => path.toLowerCase() === 'skill.md'))
    return { fault: 'it has no SKILL.md' }
  const colliding = conflictingPaths(files)
  if (colliding) return { fault: `the file path ${quoted(colliding[1])} appears twice` }
  const located = files.map((path) => locateFile(parsed.data.name, path, indexUrl))
  return { skill: { form: 'files', name: parsed.data.name, version, files: located } }
}

function locateFile(skill: string, path: string, indexUrl: string): ListedSkillFile {
  const encoded = [skill, ...path.split('/')].map(encodeURIComponent).join('/')
  return { path, url: new URL(encoded, indexUrl).href }
}

function faultOf({ issues }: z.ZodError): string {
  const first = issues[0]
  if (!first || first.path.length === 0) return 'it is not an object'
  return first.message
}
