import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type ClientPackage,
  createRunner,
  gitAddress,
  indexAddress,
  type Offer,
  readFirst,
} from './registry-client.ts'

const task = 'Add up the settlement of 40 and 2.'
const asConversation = (client: string) => ({ 'x-repertoire-conversation': client })

/** The installer that many agents share, from a Git repository. */
const skillsFromGit: ClientPackage = {
  named: 'skills@1.7.4',
  create: (place, offer) =>
    skillsFrom(place, gitAddress(offer), { offer, client: 'skills@1.7.4, Git' }),
}

/** The same from the well-known index. */
const skillsFromIndex: ClientPackage = {
  named: 'skills@1.7.4',
  create: (place, offer) =>
    skillsFrom(place, indexAddress(offer), { offer, client: 'skills@1.7.4, index' }),
}

function skillsFrom(
  place: Parameters<ClientPackage['create']>[0],
  address: string,
  { offer: { skill }, client }: { readonly offer: Offer; readonly client: string },
) {
  const run = createRunner(place, 'skills')
  return {
    client,
    install: () => run(['add', address, '--skill', skill, '--agent', 'universal', '--yes']),
    update: () => run(['update', '--project', '--yes']),
    installed: () => readFirst(place.home, [`.agents/skills/${skill}/SKILL.md`]),
  }
}

const claudeCode: ClientPackage = {
  named: '@anthropic-ai/claude-code@2.1.332',
  finish: '@anthropic-ai/claude-code/install.cjs',
  create: (place, offer) => {
    const run = createRunner(place, 'claude')
    const { url, key, collection, skill } = offer
    const client = 'Claude Code 2.1.332'
    const plugin = `${skill}@${collection}`
    return {
      client,
      install: async () => {
        const added = await run(['plugin', 'marketplace', 'add', gitAddress(offer)])
        return added.code === 0 ? run(['plugin', 'install', plugin]) : added
      },
      update: async () => {
        const fetched = await run(['plugin', 'marketplace', 'update', collection])
        return fetched.code === 0 ? run(['plugin', 'update', plugin]) : fetched
      },
      // A version is a folder of its own; the newest is the one in use.
      installed: () =>
        readFirst(
          place.home,
          newestFirst(place.home, `.claude/plugins/cache/${collection}/${skill}/*/SKILL.md`),
        ),
      ask: async (model) => {
        const headers = Object.entries({
          ...{ Authorization: `Bearer ${key}` },
          ...asConversation(client),
        }).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
        const added = await run([
          ...['mcp', 'add', '--transport', 'http', 'repertoire', `${url}/mcp`],
          ...headers,
        ])
        if (added.code !== 0) return added
        return run(['--print', task, '--allowedTools', 'mcp__repertoire'], {
          ...{
            ANTHROPIC_BASE_URL: model,
            ANTHROPIC_API_KEY: 'double',
            ENABLE_TOOL_SEARCH: 'false',
          },
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        })
      },
    }
  },
}

const codex: ClientPackage = {
  named: '@openai/codex@0.171.0',
  create: (place, offer) => {
    const run = createRunner(place, 'codex')
    const { url, key, collection, skill } = offer
    const client = 'Codex 0.171.0'
    const plugin = `${collection}@${collection}`
    const cached = `.codex/plugins/cache/${collection}/${collection}/*/skills/${skill}/SKILL.md`
    // What is installed counts where its model is told of it.
    const add = async () => {
      const added = await run(['plugin', 'add', plugin])
      if (added.code !== 0) return added
      const prompt = await run(['debug', 'prompt-input', task])
      return prompt.output.includes(`${collection}:${skill}: `) ? prompt : { ...prompt, code: null }
    }
    return {
      client,
      install: async () => {
        const added = await run(['plugin', 'marketplace', 'add', gitAddress(offer)])
        return added.code === 0 ? add() : added
      },
      update: async () => {
        const fetched = await run(['plugin', 'marketplace', 'upgrade'])
        return fetched.code === 0 ? add() : fetched
      },
      installed: () => readFirst(place.home, newestFirst(place.home, cached)),
      ask: (model) => {
        const header = Object.entries(asConversation(client))
          .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
          .join(', ')
        const settings = {
          model_provider: '"double"',
          model: '"double"',
          'model_providers.double': `{ name = "double", base_url = "${model}/v1", wire_api = "responses", env_key = "DOUBLE_KEY" }`,
          'mcp_servers.repertoire': `{ url = "${url}/mcp", bearer_token_env_var = "REPERTOIRE_KEY", http_headers = { ${header} }, default_tools_approval_mode = "approve" }`,
        }
        const flags = Object.entries(settings).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ])
        const env = { DOUBLE_KEY: 'double', REPERTOIRE_KEY: key }
        return run(['exec', '--skip-git-repo-check', '--sandbox', 'read-only', ...flags, task], env)
      },
    }
  },
}

const geminiCli: ClientPackage = {
  named: '@google/gemini-cli@0.61.0',
  create: (place, offer) => {
    const run = createRunner(place, 'gemini')
    const { url, key, skill } = offer
    const client = 'Gemini CLI 0.61.0'
    const from = [
      gitAddress(offer),
      '--path',
      `skills/${skill}`,
      '--scope',
      'workspace',
      '--consent',
    ]
    const trusted = { GEMINI_CLI_TRUST_WORKSPACE: 'true' }
    return {
      client,
      install: () => run(['skills', 'install', ...from], trusted),
      update: () => run(['skills', 'install', ...from], trusted),
      installed: () => readFirst(place.home, [`.gemini/skills/${skill}/SKILL.md`]),
      ask: (model) => {
        const headers = { Authorization: `Bearer ${key}`, ...asConversation(client) }
        writeJson(join(place.home, '.gemini/settings.json'), {
          security: { auth: { selectedType: 'gemini-api-key' } },
          mcpServers: { repertoire: { httpUrl: `${url}/mcp`, headers, trust: true } },
          privacy: { usageStatisticsEnabled: false },
        })
        const double = { GEMINI_API_KEY: 'double', GOOGLE_GEMINI_BASE_URL: model }
        const flags = ['--model', 'gemini-2.5-flash', '--approval-mode', 'yolo']
        return run([...flags, '--prompt', task], { ...trusted, ...double })
      },
    }
  },
}

const openCode: ClientPackage = {
  named: 'opencode-ai@1.18.33',
  finish: 'opencode-ai/postinstall.mjs',
  create: (place, offer) => {
    const run = createRunner(place, 'opencode')
    const { url, key, skill } = offer
    const client = 'OpenCode 1.18.33'
    const headers = { Authorization: `Bearer ${key}`, ...asConversation(client) }
    const settings = (more: object = {}) =>
      writeJson(join(place.home, 'opencode.json'), {
        ...{ autoupdate: false, share: 'disabled' },
        skills: { urls: [`${indexAddress(offer)}/.well-known/skills/`] },
        mcp: { repertoire: { type: 'remote', url: `${url}/mcp`, headers } },
        ...more,
      })
    // It reads the index whenever it starts.
    const look = () => {
      settings()
      return run(['debug', 'skill'])
    }
    return {
      client,
      install: look,
      update: look,
      installed: () => readFirst(place.home, [`.cache/opencode/skills/${skill}/SKILL.md`]),
      ask: (model) => {
        const options = { baseURL: `${model}/v1`, apiKey: 'double' }
        const provider = { npm: '@ai-sdk/openai-compatible', name: 'double', options }
        settings({
          provider: { double: { ...provider, models: { double: { name: 'double' } } } },
          ...{ model: 'double/double', small_model: 'double/double' },
        })
        return run(['run', task])
      },
    }
  },
}

/** Its agent is not asked: without a terminal it declines each question itself, which is a no. */
const copilot: ClientPackage = {
  named: '@github/copilot@1.0.102',
  create: (place, offer) => {
    const run = createRunner(place, 'copilot')
    const { collection, skill } = offer
    const plugin = `${skill}@${collection}`
    return {
      client: 'GitHub Copilot CLI 1.0.102',
      install: async () => {
        const added = await run(['plugin', 'marketplace', 'add', gitAddress(offer)])
        if (added.code !== 0) return added
        const installed = await run(['plugin', 'install', plugin])
        if (installed.code !== 0) return installed
        const listed = await run(['skill', 'list'])
        return listed.output.includes(`${skill} - `) ? listed : { ...listed, code: null }
      },
      update: async () => {
        const fetched = await run(['plugin', 'marketplace', 'update', collection])
        return fetched.code === 0 ? run(['plugin', 'update', plugin]) : fetched
      },
      installed: () =>
        readFirst(place.home, [`.copilot/installed-plugins/${collection}/${skill}/SKILL.md`]),
    }
  },
}

/** Another installer that many agents share. */
const openSkills: ClientPackage = {
  named: 'openskills@1.5.0',
  create: (place, offer) => {
    const run = createRunner(place, 'openskills')
    return {
      client: 'openskills@1.5.0',
      install: () => run(['install', gitAddress(offer), '--yes']),
      update: () => run(['update']),
      installed: () => readFirst(place.home, [`.claude/skills/${offer.skill}/SKILL.md`]),
    }
  },
}

export const clientPackages: readonly ClientPackage[] = [
  skillsFromGit,
  skillsFromIndex,
  claudeCode,
  codex,
  geminiCli,
  openCode,
  copilot,
  openSkills,
]

function newestFirst(home: string, pattern: string): readonly string[] {
  return globSync(pattern, { cwd: home }).toSorted(
    (one, other) => changedAt(join(home, other)) - changedAt(join(home, one)),
  )
}

function changedAt(path: string): number {
  return statSync(path).mtimeMs
}

function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}
