/**
 * On one fresh server, over HTTP with a scripted provider: each document's walk-through behind its preset, the
 * default agent with a real package, a conversation driven full and continued, every tool that loads a skill against
 * one restricted, one forked and one conditional skill, and the defaults that the documents state.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { startFakePackageIndex } from '../layers/fake-package-index.ts'
import { freePort, startServer } from '../server-process.ts'
import { proveDocumentDefaults } from './document-defaults.ts'
import {
  type Walk,
  walkBudgeted,
  walkedSkills,
  walkLibrary,
  walkPackages,
  walkPortable,
  walkRouted,
} from './document-walks.ts'
import { proveFullConversation } from './full-conversation.ts'
import { startPlayingModel } from './played-conversation.ts'
import { proveRealPackage, requiredModule } from './real-package.ts'
import { proveRequirements } from './restricted-skills.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

interface Preset {
  readonly name: string
  readonly toolsets: readonly string[]
  readonly active: boolean
  readonly tools: readonly string[]
  readonly prompt_tokens: number
}

const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  budgeted: walkBudgeted,
  library: walkLibrary,
  packages: walkPackages,
  portable: walkPortable,
  routed: walkRouted,
}

export async function provePresets(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-presets-'))
  const provider = await startPlayingModel()
  const index = await startFakePackageIndex(requiredModule.name, requiredModule.text)
  const env = {
    ...{ OPENAI_BASE_URL: provider.url, OPENAI_MODEL: 'scripted' },
    PACKAGE_INDEX_PYTHON: index.url,
  }
  const server = await startServer({ dataDir, port: await freePort(), key, env })
  try {
    const api = connect(server.url, key)
    const presets = await checkPresets(api)
    await proveRealPackage({ api, url: server.url, key, provider }, report)
    const ids = await createSkills(api)
    for (const preset of presets) {
      const walk = walks[preset.name]
      if (!walk) continue
      await choose(api, preset)
      await walk({ api, provider, ids })
      report(`${preset.name}: its document's walk-through`)
    }
    await proveFullConversation({ key, provider }, report)
    await proveRequirements(api, report)
    await proveDocumentDefaults({ key, provider }, report)
  } finally {
    await server.kill('SIGTERM')
    await provider.close()
    await index.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function report(promise: string): void {
  process.stdout.write(`  ${promise}\n`)
}

async function checkPresets(api: Api): Promise<readonly Preset[]> {
  const { items } = await api.get<{ items: Preset[] }>('/settings/presets')
  assert.deepEqual(
    items.filter(({ active }) => active).map(({ name }) => name),
    ['default'],
  )
  assert.deepEqual(
    Object.keys(walks).filter((name) => !items.some((preset) => preset.name === name)),
    [],
  )
  for (const { name, tools, prompt_tokens } of items) {
    process.stdout.write(`  ${name}: ${tools.length} tools, ${prompt_tokens} tokens a request\n`)
  }
  return items
}

/** A preset for agents alone is chosen by the agent of its walk. */
async function choose(api: Api, { name, toolsets }: Preset): Promise<void> {
  if (name !== 'packages') await api.send('PUT', '/settings', { toolsets })
}

async function createSkills(api: Api): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [slug, content] of Object.entries(walkedSkills)) {
    const { id } = await api.send<{ id: string }>('POST', '/skills', {
      slug,
      content,
      scope: 'org',
    })
    ids.set(slug, id)
  }
  return ids
}
