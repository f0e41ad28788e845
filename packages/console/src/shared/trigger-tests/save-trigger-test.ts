import type { SkillBody } from '@repertoire/protocol'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queries.ts'

/** Saves a revision of the skill whose trigger tests have this message among those that must surface it. */
export async function saveTriggerTest(slug: string, message: string): Promise<SkillBody> {
  // With it comes a reader of YAML, which no page needs before.
  const { addTriggerTest, findTriggerTestFile } = await import('@repertoire/skill-md')
  const { items } = await api.skills.list({ q: slug })
  const found = items.find((item) => item.slug === slug)
  if (!found) throw new Error(`There is no skill ${slug}. Take one from the list.`)
  const skill = await api.skills.get(found.id)
  const path = findTriggerTestFile(skill.files.map((file) => file.path))
  const { digest } = skill
  const bytes = path === null ? null : await api.skills.file(skill.id, path, { digest })
  const before = bytes === null ? '' : new TextDecoder().decode(bytes)
  const content = addTriggerTest(before, message)
  if (content === null) {
    throw new Error(`${path} cannot take it: mend it in the editor of the skill first.`)
  }
  if (content === before) return skill
  const file = { path: path ?? 'evals/triggers.yaml', content }
  const reason = 'A search should have found it'
  const saved = await api.skills.update(skill.id, { file_texts: [file], reason }, skill.etag)
  await queryClient.invalidateQueries({ queryKey: ['skills'] })
  return saved
}
