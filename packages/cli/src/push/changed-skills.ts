import { createHash } from 'node:crypto'
import type { ImportItem, ImportReview } from '@repertoire/client'
import type { Server } from '../connection/api.ts'

/** What a push would do with a skill. */
export type PushPlan = 'new' | 'changed' | 'unchanged' | 'refused'

export interface PlannedSkill {
  readonly item: ImportItem
  readonly plan: PushPlan
  readonly slug: string | null
  /** The slug of a skill from elsewhere that keeps its name: this one is another skill beside it. */
  readonly keptBeside: string | null
  /** Why it would be refused. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

/** Asks the server which skills differ from what it has. Nothing is stored. */
export async function planPush(
  items: readonly ImportItem[],
  scope: 'org' | 'user',
  server: Server,
): Promise<readonly PlannedSkill[]> {
  const planned: PlannedSkill[] = []
  for (let start = 0; start < items.length; start += 50) {
    const some = items.slice(start, start + 50)
    const asked = some.map(({ path, files }) => ({
      path,
      skill_md_base64: files.find((file) => file.path === 'SKILL.md')?.content_base64 ?? '',
      file_paths: files.map((file) => file.path),
    }))
    const call = server.client.skills.reviewImport({ scope, items: asked })
    const { results } = await server.send(call)
    for (const [index, item] of some.entries()) {
      planned.push(await planOne(item, results[index], server))
    }
  }
  return planned
}

async function planOne(
  item: ImportItem,
  review: ImportReview | undefined,
  server: Server,
): Promise<PlannedSkill> {
  const { skill, replaces, kept_beside: beside, problem = null } = review ?? {}
  const slug = skill?.slug ?? null
  const known = { item, slug, keptBeside: beside?.slug ?? null, problem: null }
  if (!skill) return { ...known, plan: 'refused', problem }
  if (!replaces) return { ...known, plan: 'new' }
  const there = await server.send(server.client.skills.get(replaces.id))
  // Not the bytes of SKILL.md: the server mends it, and writes the slug of a skill kept beside another into it.
  const isSame = there.content_hash === skill.content_hash && hasSameFiles(item, there.files)
  return { ...known, plan: isSame ? 'unchanged' : 'changed' }
}

interface StoredFile {
  readonly path: string
  readonly sha256: string
  readonly executable: boolean
}

function hasSameFiles({ files }: ImportItem, stored: readonly StoredFile[]): boolean {
  if (files.length !== stored.length) return false
  const byPath = new Map(stored.map((file) => [file.path, file]))
  return files.every(({ path, content_base64, executable = false }) => {
    const other = byPath.get(path)
    if (path === 'SKILL.md') return other !== undefined
    const bytes = Buffer.from(content_base64, 'base64')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return other?.sha256 === sha256 && other.executable === executable
  })
}
