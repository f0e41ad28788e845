import { createHash } from 'node:crypto'
import type { ImportItem, ImportReview, RevisionBody } from '@repertoire/client'
import type { Server } from '../connection/api.ts'

/** What a push would do with a skill. `older`: the copy here is behind what somebody else saved, and is refused. */
export type PushPlan = 'new' | 'changed' | 'unchanged' | 'older' | 'refused'

export interface PlannedSkill {
  readonly item: ImportItem
  readonly plan: PushPlan
  readonly slug: string | null
  /** The slug of a skill from elsewhere that keeps its name: this one is another skill beside it. */
  readonly keptBeside: string | null
  /** The revision of somebody else that it would replace. */
  readonly replaces: RevisionBody | null
  /** Why it would be refused. */
  readonly problem: { readonly code: string; readonly message: string } | null
}

interface PlannedPush {
  readonly scope: 'org' | 'user'
  /** The revisions that copies were made from, by path. */
  readonly bases: ReadonlyMap<string, string>
}

/** Asks the server which skills differ from what it has. Nothing is stored. */
export async function planPush(
  items: readonly ImportItem[],
  { scope, bases }: PlannedPush,
  server: Server,
): Promise<readonly PlannedSkill[]> {
  const reviews = await reviewAll(items.map(describe), scope, server)
  const { member } = await server.send(server.client.session.me())
  const planned: PlannedSkill[] = []
  for (const [index, item] of items.entries()) {
    planned.push(
      await planOne(
        { item, review: reviews[index], me: member.id, base: bases.get(item.path) },
        server,
      ),
    )
  }
  return planned
}

/** What the server has to know of a skill to say what an import would make of it. */
export interface DescribedSkill {
  readonly path: string
  readonly skill_md_base64: string
  readonly file_paths: string[]
}

export function describe({ path, files }: ImportItem): DescribedSkill {
  return {
    path,
    skill_md_base64: files.find((file) => file.path === 'SKILL.md')?.content_base64 ?? '',
    file_paths: files.map((file) => file.path),
  }
}

async function reviewAll(
  asked: readonly DescribedSkill[],
  scope: 'org' | 'user',
  { client, send }: Server,
): Promise<readonly ImportReview[]> {
  const reviews: ImportReview[] = []
  for (let start = 0; start < asked.length; start += 50) {
    const items = asked.slice(start, start + 50)
    reviews.push(...(await send(client.skills.reviewImport({ scope, items }))).results)
  }
  return reviews
}

/** A skill that would be new, and the one from elsewhere whose name it has. */
export interface SecondSkill {
  readonly slug: string
  readonly beside: string
  /** Where that one came from; null where it is not known. */
  readonly from: string | null
}

/** Those that would become second ones beside skills from elsewhere, and are not there yet. */
export async function secondSkills(
  asked: readonly DescribedSkill[],
  scope: 'org' | 'user',
  server: Server,
): Promise<readonly SecondSkill[]> {
  const reviews = await reviewAll(asked, scope, server)
  return reviews.flatMap(({ skill, replaces, kept_beside: other }) =>
    skill && other && !replaces
      ? [{ slug: skill.slug, beside: other.slug, from: other.source_url }]
      : [],
  )
}

interface ReviewedItem {
  readonly item: ImportItem
  readonly review: ImportReview | undefined
  /** Whoever pushes. */
  readonly me: string
  readonly base: string | undefined
}

async function planOne(
  { item, review, me, base = '' }: ReviewedItem,
  server: Server,
): Promise<PlannedSkill> {
  const { skill, replaces, kept_beside: beside, problem = null } = review ?? {}
  const slug = skill?.slug ?? null
  const known = { item, slug, keptBeside: beside?.slug ?? null, replaces: null, problem: null }
  if (!skill) return { ...known, plan: 'refused', problem }
  if (!replaces) return { ...known, plan: 'new' }
  // Not the bytes of SKILL.md: the server mends it, and writes the slug of a skill kept beside another into it.
  const isSame = (there: StoredContent) =>
    there.content_hash === skill.content_hash && hasSameFiles(item, there.files)
  const { items } = await server.send(server.client.skills.revisions(replaces.id))
  const newest = items.find(({ number }) => number === replaces.revision)
  if (!newest || isSame(newest)) return { ...known, plan: newest ? 'unchanged' : 'changed' }
  if (newest.created_by === me) return { ...known, plan: 'changed' }
  const isBehind = items.some(isSame) || (base !== '' && base !== newest.digest)
  return { ...known, replaces: newest, plan: isBehind ? 'older' : 'changed' }
}

interface StoredContent {
  readonly content_hash: string
  readonly files: readonly StoredFile[]
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
