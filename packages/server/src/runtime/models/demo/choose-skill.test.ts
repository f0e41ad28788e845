import { sampleContent } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { startDemoConversation } from '../../../testing/demo-conversation.ts'

const pages = sampleContent(
  'page-cro',
  '# Page CRO\n\n## Headlines\n\n- Say the benefit first.\n',
  {
    name: 'Page CRO',
    description: 'Raises the conversions of a marketing page. Use for landing pages.',
  },
)
const postgres = sampleContent('postgres-triage', '# Triage\n\n- Look for locks.\n', {
  description: 'Finds out why a Postgres database is slow.',
})
const toolsets = [
  { toolset: 'discovery', tool: 'enable_skill' },
  { toolset: 'portable', tool: 'use_skill' },
  { toolset: 'library', tool: 'read_skill' },
  { toolset: 'routed', tool: 'activate_skills' },
]
const conversation = (toolset: string) =>
  startDemoConversation({ skills: [pages, postgres], settings: { toolsets: [toolset] } })

describe.each(toolsets)('the demo model with the toolset $toolset', ({ toolset, tool }) => {
  it('uses a skill that covers enough of the question', async () => {
    const { say } = await conversation(toolset)
    const { tools, reply } = await say('Why is our Postgres database slow?')
    expect(tools).toContain(tool)
    expect(reply).toContain('Look for locks.')
  })

  it('names the nearest skill instead of using it, and uses it when told to', async () => {
    const { say } = await conversation(toolset)
    const unsure = await say('Write better headlines for a landing brochure about sailing boats')
    expect(unsure.tools).not.toContain(tool)
    expect(unsure.reply).toContain('No skill fits this well enough. The nearest is **')
    expect(unsure.reply).toContain('say “use page-cro” to use it')
    const requested = await say('use page-cro')
    expect(requested.tools).toContain(tool)
    expect(requested.reply).toContain('Say the benefit first.')
  })

  it('uses the skill that is asked for by name, whatever the rest is about', async () => {
    const { say } = await conversation(toolset)
    const { tools, reply } = await say('Please use the page-cro skill for my sailing boats')
    expect(tools).toContain(tool)
    expect(reply).toContain('Say the benefit first.')
  })

  it('says that there is no skill of that name', async () => {
    const { say } = await conversation(toolset)
    const { reply } = await say('use no-such-skill')
    expect(reply).toMatch(/No skill fits|could not/)
  })

  it('names no nearest skill when none has anything to do with it', async () => {
    const { say } = await conversation(toolset)
    const { reply, tools } = await say('quantum knitting')
    expect(tools).not.toContain(tool)
    expect(reply).toContain('No skill fits this well enough. ')
    expect(reply).not.toContain('nearest')
  })
})

it('takes a name with spaces, also in German', async () => {
  const { say } = await conversation('discovery')
  expect((await say('Bitte benutze Page CRO')).tools).toContain('enable_skill')
})
