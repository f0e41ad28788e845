import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { createLibraryFixture, headOf, ownScope, reports } from '../../testing/library-fixture.ts'
import { call } from '../../testing/portable-fixture.ts'
import { everyToolset } from './known-toolsets.ts'
import { portable } from './portable/portable.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { after } = createLibraryFixture(sha256)
const blocked = 'MALWARE'

/** The input with which a tool brings in a content that the scan blocks, under the name of {@link reports}. */
const waysIn: Readonly<Record<string, JsonObject>> = {
  create_skill: { ...reports, content: blocked },
  update_skill: { name: reports.name, operation: 'find_replace', find: 'Do it.', replace: blocked },
  save_skill: {
    ...{ name: reports.name, description: 'How.', instructions: blocked, reason: 'It helps.' },
    ...{ allowed_tools: [], resources: [] },
  },
}

/** Tools that bring in content for one conversation, or switch on what is here, and the test that judges them. */
const judgedElsewhere: Readonly<Record<string, string>> = {
  ...{ enable_skill: 'library/library.test.ts', fetch_registry_skill: 'registry/registry.test.ts' },
}

/** Tools that bring no content of a skill in. */
const others = [
  ...['search_skills', 'list_enabled_skills', 'disable_skill', 'use_skill', 'read_skill_file'],
  ...['drop_skill', 'activate_skills', 'tool_invoke', 'clarify', 'todo', 'delete_skill'],
  ...['list_skills', 'read_skill', 'read_file', 'write_file', 'edit_file', 'list_dir', 'web_fetch'],
  ...['list_connectors', 'search_connector_tools', 'execute_connector_tool'],
  ...['request_connector_access', 'run_skill_script', 'run_command', 'run_sandbox_code'],
  ...['create_tool', 'update_tool', 'delete_tool', 'list_tools', 'read_tool', 'create_library'],
  ...['update_library', 'delete_library', 'list_libraries', 'read_library', 'edit_system_prompt'],
  'search_skills_registry',
]

describe('A10: the tools by which an agent brings a skill in', () => {
  it('A10: every tool of every toolset says whether it brings one in; a new tool needs an entry', () => {
    const names = everyToolset.flatMap(({ tools }) => tools.map(({ name }) => name))
    const known = [...Object.keys(waysIn), ...Object.keys(judgedElsewhere), ...others]
    expect(known.toSorted()).toEqual([...new Set(names)].toSorted())
  })

  it.each(Object.entries(waysIn))(
    'A10: %s leaves nothing of a blocked content enabled',
    async (name, input) => {
      const there =
        name === 'update_skill'
          ? [
              {
                frontmatter: `name: ${reports.name}\ndescription: How.`,
                body: 'Do it.',
                scope: ownScope,
              },
            ]
          : []
      const { harness, results } = await after([call(name, input)], {
        ...{ policy: 'save', skills: there, toolsets: [portable] },
      })
      // A person is asked, or it is proposed.
      const asked = await harness.all('approval-required')
      const proposed = results.filter(({ status }) => status === 'proposed')
      expect(asked.length + proposed.length).toBe(1)
      const head = await headOf(harness)
      expect(head?.content.source ?? '').not.toContain(blocked)
    },
  )
})
