/**
 * A real language model of 135 million parameters answers over the whole server. It is far too small to be relied
 * on, and that is the point: what it manages is reported, and what it gets wrong may harm nothing.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTriggerTests } from '@repertoire/skill-md'
import { connect } from '../api.ts'
import { root } from '../paths.ts'
import { startProvider } from '../portable/scripted-provider.ts'
import { freePort, startServer } from '../server-process.ts'
import { answerChat, decodings } from './answer-chat.ts'
import { installModel } from './install-model.ts'
import { proveDecoding, type Question } from './prove-decoding.ts'
import { loadSmallModel } from './small-model.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const slugs = ['postgres-health-triage', 'code-review', 'release-notes', 'data-quality-check']

/** `args[0]`: how many requests for each skill; 1 by default. */
export async function proveRealModel(args: readonly string[]): Promise<void> {
  const installed = installModel()
  if (typeof installed === 'string') {
    assert.notEqual(process.env.REQUIRE_ALL, '1', installed)
    process.stdout.write(`skipped: real-model (${installed.trim().slice(0, 200)})\n`)
    return
  }
  const model = await loadSmallModel(installed)
  const provider = await startProvider((request) => answerChat(model, request))
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-real-model-'))
  const [first, ...others] = decodings
  const env = {
    OPENAI_BASE_URL: provider.url,
    OPENAI_MODEL: first,
    OPENAI_MODELS: others.join(','),
  }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  try {
    const api = connect(server.url, key)
    for (const slug of slugs) {
      const content = readFileSync(join(root, 'skills', slug, 'SKILL.md'), 'utf8')
      await api.send('POST', '/skills', { content, scope: 'org' })
    }
    await api.send('PUT', '/settings', { skill_enablement_policy: 'prompt-user' })
    for (const decoding of decodings)
      await proveDecoding(api, { decoding, questions: questions(Number(args[0] ?? 1)) })
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    await model.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function questions(each: number): readonly Question[] {
  return slugs.flatMap((slug) => {
    const file = join(root, 'skills', slug, 'evals/triggers.yaml')
    const { messages } = readTriggerTests(readFileSync(file, 'utf8'))
    const fitting = messages.filter(({ mustSurface }) => mustSurface)
    return fitting.slice(0, each).map(({ text }) => ({ text, slug }))
  })
}
