import { describe, expect, it } from 'vitest'
import type { Skill } from '../../domain/skill.ts'
import { activeSkillOf, enablementSubjectOf } from './active-skill.ts'

const skill = (allowed: unknown) =>
  ({
    ...{ id: 'skl_1', slug: 'report' },
    head: {
      ...{ digest: 'sha256:1', name: 'Report', contentLength: 5, description: 'Writes it.' },
      frontmatter: { 'allowed-tools': allowed },
    },
    origin: {
      ...{ sourceType: 'github', sourceUrl: 'https://github.com/acme/skills', sourceRef: null },
      ...{ sourceId: 'skills/report', provenance: 'imported' },
    },
  }) as unknown as Skill

describe('a skill in a session and in a request', () => {
  it('D7: keeps its list of allowed tools, unless it restricts nothing', () => {
    expect(activeSkillOf(skill('Read, Write')).allowedTools).toEqual(['Read', 'Write'])
    for (const none of ['*', '()', []]) {
      expect(activeSkillOf(skill(none))).not.toHaveProperty('allowedTools')
    }
  })

  it('A7: the person who approves is told where the skill came from', () => {
    expect(enablementSubjectOf(skill('Read'))).toMatchObject({
      description: 'Writes it.',
      origin: {
        ...{ provenance: 'imported', sourceId: 'skills/report' },
        sourceUrl: 'https://github.com/acme/skills',
      },
    })
  })
})
