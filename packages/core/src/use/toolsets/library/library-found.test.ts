import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { UserId } from '../../../base/ids.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import type { CheckedContent } from '../../../domain/skill.ts'
import { ingestPackage } from '../../../ingest/packages/ingest-package.ts'
import { agentOrigin } from '../../../ingest/proposals/create-proposal.ts'
import { assessedImport } from '../../../testing/ingested-package.ts'
import {
  createLibraryFixture,
  existingHead,
  headOf,
  ownScope,
  reports,
} from '../../../testing/library-fixture.ts'
import { call } from '../../../testing/portable-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const { after } = createLibraryFixture(sha256)
const change = (what: JsonObject, id = 'update') =>
  call('update_skill', { name: 'found', ...what }, id)

/** A skill with missing parts; it belongs to an agent, so that no approval is needed. */
function found(source: string): CheckedContent {
  const outcome = ingestPackage(
    {
      files: [{ path: 'SKILL.md', bytes: new TextEncoder().encode(source), executable: false }],
      ...{ folderName: 'found', scope: ownScope, origin: agentOrigin, author: 'usr_1' as UserId },
    },
    sha256,
  )
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return assessedImport(outcome.arrival)
}

describe('the toolset library on incomplete skills', () => {
  it('B3: removes every tag, also those under metadata', async () => {
    const source = '---\ndescription: How.\nmetadata:\n  tags: [one, two]\n---\nText.\n'
    const { harness, results } = await after([change({ tags: [] })], { skills: [found(source)] })
    expect(results).toEqual([{ name: 'found', version: 2 }])
    expect((await existingHead(harness, 'found')).skill.head.tags).toEqual([])
  })

  it('B3: changes one field of a skill that lacks another, and refuses to empty a field', async () => {
    const bare = { skills: [found('# Found\n')] }
    const edit = change({ operation: 'append', content: 'More.\n' })
    const edited = await after([edit, change({ description: 'How.' }, 'describe')], bare)
    expect(edited.results.map(({ version }) => version)).toEqual([2, 3])
    const { skill, content } = await existingHead(edited.harness, 'found')
    expect([skill.head.description, content.body]).toEqual(['How.', '# Found\nMore.\n'])
    const textless = { skills: [found('---\ndescription: How.\n---\n')] }
    const tagged = await after([change({ tags: ['new'] })], textless)
    expect(tagged.results).toEqual([{ name: 'found', version: 2 }])
    const emptied = await after([change({ operation: 'delete', content: '# Found\n' })], bare)
    expect(emptied.results).toEqual([{ refused: 'skill.text-missing' }])
  })

  it('B3: refuses a text that could not be read afterwards, in bytes or characters', async () => {
    const wide = (characters: number) => ({ ...reports, content: '中'.repeat(characters) })
    const made = await after([call('create_skill', wide(90_000))])
    expect(made.results).toEqual([{ refused: 'edit.too-large' }])
    expect(await headOf(made.harness)).toBeNull()
    const grown = await after([
      call('create_skill', wide(80_000), 'create'),
      call('update_skill', {
        name: reports.name,
        operation: 'append',
        content: wide(8000).content,
      }),
    ])
    expect(grown.results).toEqual([
      { name: reports.name, version: 1 },
      { refused: 'edit.too-large' },
    ])
  })

  it('B3: adds a line with the line ends of the text', async () => {
    const source = '---\r\ndescription: How.\r\n---\r\nOne.\r\nTwo.'
    const edit = change({ operation: 'append', content: 'Three.' })
    const { harness } = await after([edit], { skills: [found(source)] })
    expect((await existingHead(harness, 'found')).content.body).toBe('One.\r\nTwo.\r\nThree.')
  })
})
