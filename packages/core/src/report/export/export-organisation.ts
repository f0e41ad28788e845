import type { UserId } from '../../base/ids.ts'
import { toJsonLines, toJsonText } from '../../base/json-text.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { Organisation } from '../../ports/directory.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import type { TenantStore } from '../../ports/store.ts'
import { readLog } from '../../use/conversation/read-log.ts'

const pageSize = 200

/**
 * Everything an organisation keeps, as files: skills as packages, conversations with their logs and files, the
 * audit log, people, settings, agents, triggers, sources, and what was decided on arrivals and contents. Without
 * keys, logins and secrets of any kind, and without packages that nobody approved.
 */
export async function exportOrganisation(
  store: TenantStore,
  organisation: Organisation,
): Promise<readonly PackageFile[]> {
  const members = await store.members.list()
  const audit = await allOf((page) => store.audit.list({}, page))
  const files = [
    textFile('organisation.json', toJsonText(await factsOf(store, organisation))),
    textFile('reviews.json', toJsonText(await reviewsOf(store))),
    textFile('audit.jsonl', toJsonLines(audit.toReversed())),
  ]
  const [first] = members
  if (first) files.push(...(await skillFiles(store, { viewer: first.id, scope: 'org' })))
  for (const { id: viewer } of members) {
    files.push(...(await skillFiles(store, { viewer, scope: 'user' })))
    for (const one of await allOf((page) => store.conversations.list(viewer, page))) {
      files.push(...(await conversationFiles(store, one)))
    }
    const memories = await store.memories.all(viewer)
    if (memories.length > 0) files.push(textFile(`memories/${viewer}.json`, toJsonText(memories)))
  }
  return files
}

async function factsOf(store: TenantStore, organisation: Organisation) {
  const { settings } = await store.settings.get()
  return {
    organisation,
    members: await store.members.list(),
    settings,
    agents: await allOf((page) => store.agents.list(page)),
    triggers: await allOf((page) => store.triggers.list({}, page)),
    sources: (await store.sources.list()).map(({ encryptedToken: _, ...source }) => source),
  }
}

async function reviewsOf({ reviews }: TenantStore) {
  return {
    arrivals: await allOf((page) => reviews.list({ audience: 'server' }, page)),
    revocations: await reviews.revocations(),
  }
}

async function skillFiles(
  store: TenantStore,
  { viewer, scope }: { readonly viewer: UserId; readonly scope: Skill['scope']['kind'] },
): Promise<PackageFile[]> {
  const folder = scope === 'org' ? 'skills/organisation' : `skills/${viewer}`
  const skills = await allOf((page) => store.skills.list(viewer, { scope }, page))
  const packages: PackageFile[] = []
  for (const { id, slug, head: revision } of skills) {
    const files = await filesOfRevision(store.skills, viewer, { id, revision })
    packages.push(...files.map((file) => ({ ...file, path: `${folder}/${slug}/${file.path}` })))
  }
  return packages
}

async function conversationFiles(
  store: TenantStore,
  conversation: Conversation,
): Promise<PackageFile[]> {
  const { id, userId } = conversation
  const folder = `conversations/${id}`
  const events = await readLog(store.conversations, conversation)
  const files = [textFile(`${folder}/log.json`, toJsonText({ conversation, events }))]
  for (const { path } of await store.workspace.list(userId, id)) {
    const bytes = await store.workspace.read(userId, id, path)
    if (bytes) files.push({ path: `${folder}/files/${path}`, bytes, executable: false })
  }
  return files
}

async function allOf<Item>(list: (page: PageRequest) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: pageSize, cursor })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

function textFile(path: string, text: string): PackageFile {
  return { path, bytes: new TextEncoder().encode(text), executable: false }
}
