import { RepertoireError } from '@repertoire/client'
import { filePathFault, isSlug, type PackageFile, slugify } from '@repertoire/skill-md'
import { readSkillZip } from '@repertoire/skill-md/zip'
import { CommandError } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { eachItem } from '../connection/all-items.ts'
import type { Server } from '../connection/api.ts'
import type { OfferedSkill } from './plan-sync.ts'
import { asWritten } from './skill-content.ts'

/** As many as other clients of indexes take. */
const maxSkills = 5000

/** The enabled skills that the key sees, or those of a collection; of two with one name the personal one. */
export async function listOffered(
  server: Server,
  collection: string | undefined,
): Promise<ReadonlyMap<string, OfferedSkill>> {
  const listed =
    collection === undefined ? await listVisible(server) : await listOf(server, collection)
  const offered = new Map<string, OfferedSkill>()
  for (const skill of listed) {
    // The name becomes a folder, and the server is not trusted.
    const isUsable = isSlug(skill.name) && filePathFault(skill.name) === undefined
    if (isUsable && !offered.has(skill.name)) offered.set(skill.name, skill)
  }
  return offered
}

async function listVisible({ client, send }: Server): Promise<readonly OfferedSkill[]> {
  const found: { readonly skill: OfferedSkill; readonly isOwn: boolean }[] = []
  const listed = eachItem((page) =>
    send(client.skills.list({ enabled: true, archived: false, ...page })),
  )
  for await (const { id, slug, description, digest, scope } of listed) {
    const skill = { id, name: slugify(slug), description, digest }
    found.push({ skill, isOwn: scope === 'user' })
    checkCount(found.length)
  }
  return found
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
    .map((one) => one.skill)
}

async function listOf({ client, send }: Server, name: string): Promise<readonly OfferedSkill[]> {
  const isCanary = name.endsWith('.canary')
  const slug = isCanary ? name.slice(0, -'.canary'.length) : name
  const { items } = await send(client.collections.list())
  const collection = items.find((one) => one.slug === slug)
  if (!collection) {
    throw notFound('collection', slug, 'See `repertoire collections`.')
  }
  const label = isCanary ? 'canary' : 'production'
  const skills = (await send(client.collections.skills(collection.id, label))).items
  checkCount(skills.length)
  return skills
}

function checkCount(count: number): void {
  if (count <= maxSkills) return
  throw new CommandError(
    `There are more than ${maxSkills} skills.`,
    'Take a collection: --collection NAME',
  )
}

export type Download =
  | { readonly ok: true; readonly files: readonly PackageFile[] }
  | { readonly ok: false; readonly reason: string }

/** The files of a revision in the form of other agents. Not ok: it has just gone, or it is no package that is safe to write. */
export async function download(
  { client, send }: Server,
  { id, digest }: Pick<OfferedSkill, 'id' | 'digest'>,
): Promise<Download> {
  const exported = client.skills.exportRevision(id, digest).catch((error: unknown) => {
    const isRejected = error instanceof RepertoireError && [403, 404, 422].includes(error.status)
    if (isRejected) return error.message
    throw error
  })
  const given = await send(exported)
  if (typeof given === 'string') return { ok: false, reason: given }
  const zip = await readSkillZip(given.bytes)
  if (!zip.ok) return { ok: false, reason: zip.problem.message }
  const files = asWritten(zip.files)
  if (files.some(({ path }) => path === 'SKILL.md')) return { ok: true, files }
  return { ok: false, reason: 'The package has no SKILL.md.' }
}
