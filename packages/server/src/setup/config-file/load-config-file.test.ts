import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScriptedModel } from '@repertoire/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnModels } from './apply-config.ts'
import { findConfigFile, loadConfigFile } from './load-config-file.ts'

describe('repertoire.config.ts', () => {
  let folder: string
  // Inside the package, so that its imports are found.
  beforeAll(() => {
    folder = mkdtempSync(join(import.meta.dirname, '../../../config-test-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function write(name: string, text: string): string {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  it('is found in the folder, and read with its tools, models, connectors and hooks', async () => {
    expect(findConfigFile(folder)).toBeUndefined()
    const path = write(
      'repertoire.config.ts',
      `import { defineConfig, defineTool } from '@repertoire/server/embed'
import { z } from 'zod'
const weather = defineTool({
  name: 'weather', description: 'The weather.', input: z.object({ city: z.string() }),
  tier: 'READ_ONLY', execute: ({ city }) => ({ city, degrees: 21 }),
})
export default defineConfig({
  tools: [weather],
  models: { fast: 'openai/gpt-5' },
  connectors: { wiki: { url: 'https://wiki.example.org/mcp' } },
  hooks: { runEnded: () => undefined },
})
`,
    )
    expect(findConfigFile(folder)).toBe(path)
    const config = await loadConfigFile(path)
    expect(config.tools?.map(({ name, tier }) => [name, tier])).toEqual([['weather', 'READ_ONLY']])
    const demo = { ...createScriptedModel(() => ({})), demo: true }
    const models = withOwnModels({ default: demo, byId: new Map([['demo', demo]]) }, config)
    expect([models.default.id, ...models.byId.keys()]).toEqual(['fast', 'fast'])
  })

  it('takes a model that is an object of a class', async () => {
    class Own {
      label = 'Own'
      #answer = 'Hello.'
      async step() {
        return {
          ...{ text: this.#answer, toolCalls: [] },
          usage: { inputTokens: null, outputTokens: null },
        }
      }
    }
    const usual = createScriptedModel(() => ({}))
    const { byId } = withOwnModels(
      { default: usual, byId: new Map() },
      { models: { own: new Own() } },
    )
    const request = { system: [], messages: [], tools: [] }
    expect(await byId.get('own')?.step(request, () => undefined)).toMatchObject({ text: 'Hello.' })
  })

  it.each([
    ['throws.mjs', "\n\nthrow new Error('no key')\n", /throws\.mjs:3:7 cannot be used: no key/],
    ['syntax.mjs', '\nexport default {\n  tools: [,,\n', /syntax\.mjs(:\d+)? cannot be used/],
    ['none.mjs', 'export const tools = []\n', /none\.mjs cannot be used: the default export: /],
    ['unknown.mjs', 'export default { tool: [] }\n', /Unrecognized key: "tool"/],
    [
      'hook.mjs',
      'export default { hooks: { toolCalled: 1 } }\n',
      /hooks\.toolCalled: has to be a function/,
    ],
    ['tool.mjs', 'export default { tools: [{}] }\n', /tools\.0: has to be made by defineTool/],
    [
      'untiered.mjs',
      "export default { tools: [{ name: 'a', description: 'A.', inputSchema: {}, bind: () => 1, tier: null }] }\n",
      /tools\.0: has to be made by defineTool/,
    ],
    [
      'connector.mjs',
      "export default { connectors: { wiki: { url: 'ftp://x' } } }\n",
      /connectors\.wiki: url: it has to be http or https/,
    ],
  ])('%s says what is wrong, and where', async (name, text, message) => {
    const problem = await loadConfigFile(write(name, text)).catch((error: unknown) => error)
    expect(problem).toMatchObject({ problem: { code: 'config.file-broken' } })
    expect(String(problem)).toMatch(message)
  })
})
