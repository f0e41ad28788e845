import { expect, it } from 'vitest'
import { selectModels } from './select-model.ts'

it.each([
  [
    { OPENAI_MODEL: 'llama3', OPENAI_BASE_URL: 'http://localhost:11434/v1/' },
    'llama3 (OpenAI-compatible)',
  ],
  [{ OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }, 'm (OpenAI-compatible)'],
  [{ ANTHROPIC_MODEL: 'm', ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'm (Anthropic)'],
])('the environment %j selects %s', async (env, label) => {
  expect((await selectModels(env)).default).toMatchObject({ label, demo: false })
})
