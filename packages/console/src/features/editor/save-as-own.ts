import type { SkillBody } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { pathAfter, type SkillDraft } from '../../shared/browser/skill-draft.ts'
import { skillFileQuery } from '../../shared/queries/skill-file-query.ts'
import { readForm } from './skill-form.ts'

/** Makes a skill of one's own of a skill with its unsaved changes, under a name that no own skill has. */
export async function saveAsOwn(skill: SkillBody, draft: SkillDraft): Promise<SkillBody> {
  const files = await filesOf(skill, draft)
  const copy = await createCopy(skill, draft)
  if (files.length === 0) return copy
  try {
    const { content, enabled, etag } = copy
    return await api.skills.update(copy.id, { content, enabled, file_texts: files }, etag)
  } catch (error) {
    // Half a copy is worse than none: the changes are still on the page.
    await api.skills.remove(copy.id)
    throw error
  }
}

/** The longest slug is 64 characters, a number with its hyphen included. */
const longest = 60
const tries = 50

async function createCopy({ slug }: SkillBody, { source, enabled }: SkillDraft) {
  const form = readForm(loadSkillMd(source))
  for (let number = 2; ; number += 1) {
    const free = `${slug.slice(0, longest)}-${number}`
    // A file that leaves its slug to its name goes on doing so.
    const named = form?.slug === '' && form.name === slug ? { name: free } : { slug: free }
    try {
      return await api.skills.create({ content: source, enabled, scope: 'user', ...named })
    } catch (error) {
      if (problemOf(error).code !== 'skill.slug-taken' || number > tries) throw error
    }
  }
}

/** The texts beside SKILL.md as they would have been saved. */
async function filesOf({ id: skillId, digest, files }: SkillBody, draft: SkillDraft) {
  const gone = new Set((draft.deleted ?? []).map(({ path }) => path))
  const written = new Set(draft.files.map(({ path }) => path))
  const kept = files.filter(
    ({ path }) => path !== 'SKILL.md' && !gone.has(path) && !written.has(path),
  )
  const read = kept.map(async (entry) => {
    const bytes = await queryClient.fetchQuery(skillFileQuery({ skillId, digest, entry }))
    return { path: pathAfter(draft, entry.path), content: new TextDecoder().decode(bytes) }
  })
  const changed = draft.files
    .filter(({ path }) => !gone.has(path))
    .map(({ path, text }) => ({ path: pathAfter(draft, path), content: text }))
  return [...(await Promise.all(read)), ...changed]
}
