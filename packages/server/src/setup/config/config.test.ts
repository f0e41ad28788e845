import { join } from 'node:path'
import { isProblemError, type Problem } from '@repertoire/core/base'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { maskConfig } from './masked-config.ts'

const load = (argv: string[], env: Record<string, string> = {}) =>
  loadConfig({ argv, env, cwd: '/srv/app' })

function refusal(run: () => unknown): Problem {
  try {
    run()
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('it was accepted')
}

describe('configuration', () => {
  it('has a default for every setting', () => {
    expect(load([])).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      dataDir: '/srv/app/.data',
      databaseUrl: undefined,
      databasePoolSize: 10,
    })
  })

  it('prefers flags to the environment, and treats an empty variable as absent', () => {
    const config = load(['--port', '5000', '--data', '/var/lib/r'], {
      PORT: '6000',
      HOST: '',
      REPERTOIRE_DATA_DIR: '/elsewhere',
    })
    expect(config).toMatchObject({ port: 5000, host: '127.0.0.1', dataDir: '/var/lib/r' })
  })

  it('D8: looks for integrations in the data folder, or in the configured folder', () => {
    expect(load([])?.integrationsDir).toBe('/srv/app/.data/integrations')
    expect(load(['--data', '/d'])?.integrationsDir).toBe('/d/integrations')
    const given = { REPERTOIRE_INTEGRATIONS_DIR: '/etc/i' }
    expect(load([], given)?.integrationsDir).toBe('/etc/i')
    expect(load(['--integrations', 'mine'], given)?.integrationsDir).toBe('/srv/app/mine')
  })

  it('brings the samples unless a flag or a variable says no', () => {
    expect(load([])?.samplesFolder).toBe(join(import.meta.dirname, '../../../../../skills'))
    for (const none of [load(['--no-samples']), load([], { REPERTOIRE_SAMPLES: 'off' })]) {
      expect(none).toMatchObject({ port: 4000, samplesFolder: undefined })
    }
    expect(load(['--no-samples'], { REPERTOIRE_SAMPLES: 'on' })?.samplesFolder).toBeUndefined()
    const { message } = refusal(() => load([], { REPERTOIRE_SAMPLES: 'perhaps' }))
    expect(message).toContain('REPERTOIRE_SAMPLES')
  })

  it('allows nothing beyond the public Internet by default', () => {
    expect(load([])?.outboundAllow).toEqual([])
    const given = { REPERTOIRE_OUTBOUND_ALLOW: ' wiki.intra, 10.1.0.0/16:3000 ,, [fd00::5]:80,' }
    expect(load([], given)?.outboundAllow).toEqual([
      ...['wiki.intra', '10.1.0.0/16:3000', '[fd00::5]:80'],
    ])
  })

  it('A9: knows repositories on github.com and gitlab.com, and on hosts of one’s own', () => {
    expect(load([])?.gitHosts).toEqual({ github: ['github.com'], gitlab: ['gitlab.com'] })
    const given = {
      REPERTOIRE_GITHUB_HOSTS: 'GHE.acme.example, ',
      REPERTOIRE_GITLAB_HOSTS: 'code.acme.example:8443',
    }
    expect(load([], given)?.gitHosts).toEqual({
      github: ['github.com', 'ghe.acme.example'],
      gitlab: ['gitlab.com', 'code.acme.example:8443'],
    })
    const wrong = { REPERTOIRE_GITHUB_HOSTS: 'https://ghe.acme.example/' }
    expect(refusal(() => load([], wrong)).message).toContain('REPERTOIRE_GITHUB_HOSTS')
  })

  it('says where copies of the audit log go instead of to syslog', () => {
    expect(load([], { AUDIT_SYSLOG_URL: '' })).toBeDefined()
    const { message } = refusal(() => load([], { AUDIT_SYSLOG_URL: 'tcp://me:hunter2@log' }))
    expect(message).toMatch(/AUDIT_SYSLOG_URL: is no longer supported: use AUDIT_OTLP_URL/)
    expect(message).not.toContain('hunter2')
  })

  it('names an invalid allow list entry by its position, without printing it', () => {
    const problem = refusal(() =>
      load([], { REPERTOIRE_OUTBOUND_ALLOW: 'wiki.intra,http://me:hunter2@x,10.0.0.0/99' }),
    )
    expect(problem.code).toBe('config.invalid')
    expect(problem.message).toMatch(/REPERTOIRE_OUTBOUND_ALLOW: entry 2 .*entry 3 /s)
    expect(problem.message).not.toContain('hunter2')
  })

  it('has no quotas by default, some for everybody, and others for single organisations', () => {
    const none = { organisation: {}, person: {} }
    expect(load([])?.quotas).toEqual({ all: none, organisations: new Map() })
    const quotas = load([], {
      ...{ QUOTA_SKILLS: '100', QUOTA_MIB: '2', QUOTA_PERSON_RUNS_PER_DAY: '50', QUOTA_KEYS: '' },
      QUOTA_OVERRIDES: '{"ten_big":{"QUOTA_SKILLS":5000,"QUOTA_KEYS":0}}',
    })?.quotas
    const person = { runs_per_day: 50 }
    const bytes = 2 * 1024 * 1024
    expect(quotas?.all).toEqual({ organisation: { bytes, skills: 100 }, person })
    expect(quotas?.organisations.get('ten_big')).toEqual({
      ...{ organisation: { bytes, skills: 5_000, keys: 0 }, person },
    })
    for (const wrong of ['{', '[]', '{"ten":{"QUOTA_SKILL":1}}', '{"ten":{"QUOTA_SKILLS":-1}}']) {
      const problem = refusal(() => load([], { QUOTA_OVERRIDES: wrong }))
      expect(problem.message).toContain('QUOTA_OVERRIDES')
    }
  })

  it('trusts no proxy by default, and names an entry that is none', () => {
    expect(load([])?.trustedProxies).toEqual({ networks: [], headers: 'x-forwarded' })
    const given = { REPERTOIRE_TRUST_PROXY: 'Loopback, 10.1.0.0/16,', REPERTOIRE_PROXY_HEADERS: '' }
    expect(load([], given)?.trustedProxies.networks).toHaveLength(3)
    for (const entry of ['proxy.example', '10.0.0.0/33', '*']) {
      const problem = refusal(() => load([], { REPERTOIRE_TRUST_PROXY: `private,${entry}` }))
      expect(problem.message).toMatch(/REPERTOIRE_TRUST_PROXY: entry 2 /)
    }
    expect(refusal(() => load([], { REPERTOIRE_PROXY_HEADERS: 'x-real-ip' })).code).toBe(
      'config.invalid',
    )
  })

  it('names an unknown flag and the known ones', () => {
    const problem = refusal(() => load(['--prot', '5000']))
    expect(problem.code).toBe('config.unknown-flag')
    expect(problem.message).toContain('--prot')
    expect(problem.message).toContain('--port')
  })

  it('names every invalid setting at once', () => {
    const problem = refusal(() =>
      load([], { PORT: 'many', REPERTOIRE_BOOTSTRAP_KEY: 'short', LOG_LEVEL: 'loud' }),
    )
    expect(problem.code).toBe('config.invalid')
    expect(problem.message).toMatch(/PORT.*REPERTOIRE_BOOTSTRAP_KEY.*LOG_LEVEL/s)
    expect(problem.message).not.toContain('short')
  })

  it('says in one line what is expected, and repeats the value where no secret can stand', () => {
    const { message, hint } = refusal(() =>
      load([], {
        ...{ PORT: 'many', AUDIT_RETENTION_DAYS: '1y', QUOTA_KEYS: '1.5', RUN_CONCURRENCY: '0' },
        ...{ MCP_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'x\ny', SANDBOX_EXECUTOR_URL: 'hunter2' },
        ...{ REPERTOIRE_SECRET_KEY: 'hunter2', REPERTOIRE_BOOTSTRAP_KEY: 'hunter2' },
        ...{ AUDIT_OTLP_URL: 'ftp://hunter2', HOST: 'hunter2'.repeat(50) },
      }),
    )
    expect(message.split('; ')).toEqual(
      expect.arrayContaining([
        'Settings that cannot be used: PORT: must be a whole number from 0 to 65,535, not "many"',
        'AUDIT_RETENTION_DAYS: must be a whole number from 0 to 36,500, not "1y"',
        'QUOTA_KEYS: must be a whole number from 0 to 1,000,000,000,000, not "1.5"',
        'RUN_CONCURRENCY: must be a whole number from 1 to 256, not "0"',
        'MCP_REQUESTS_PER_MINUTE: must be a whole number of 1 or more, not "0"',
        expect.stringMatching(/^LOG_LEVEL: must be .*trace, .* or silent, not "x\\ny"$/),
        'SANDBOX_EXECUTOR_URL: must be an address with http:// or https://',
        'REPERTOIRE_SECRET_KEY: must be 64 hex digits',
        'HOST: must have at most 255 characters',
      ]),
    )
    expect(message).not.toMatch(/hunter2|\n|expected|NaN|Too /)
    expect(hint).toBe('docs/reference/settings.md has every setting.')
  })

  it.each([
    ...['mysql://x/y', 'rep.db', 'postgres:x', 'postgres://me:hunter#2@db/app'],
    ...['postgres://me:hunter/2@db/app', 'postgres://me:1#hunter2@db/app', 'postgres://me:%x@db/a'],
    ...['postgres://me:1/hunter2@db/app', 'postgres://me:1?hunter2@db/app'],
  ])('refuses the database address %s without repeating it', (DATABASE_URL) => {
    const { message } = refusal(() => load([], { DATABASE_URL }))
    expect(message).toBe(
      'Settings that cannot be used: DATABASE_URL: must be postgres://user:password@host/database, with the password percent-encoded',
    )
  })

  it.each([
    ...['postgres://db/app', 'postgresql://me:hunter%232@[::1]:5433/app?sslmode=require'],
    ...['postgres:///app?host=/var/run/postgresql', 'postgres://db/app?user=me@tenant'],
  ])('takes the database address %s', (DATABASE_URL) => {
    expect(load([], { DATABASE_URL })?.databaseUrl).toBe(DATABASE_URL)
  })

  it('takes the host out of an address that is allowed, and refuses what has none', () => {
    const hosts = (REPERTOIRE_ALLOWED_HOSTS: string) => load([], { REPERTOIRE_ALLOWED_HOSTS })
    expect(
      hosts(' https://Rep.example/, rep.intra:8443,,skills, fd00::5,[fd00::6]:80')?.allowedHosts,
    ).toEqual(['rep.example', 'rep.intra', 'skills', 'fd00::5', 'fd00::6'])
    for (const wrong of ['https://me:hunter2@x', 'a b', 'https://x/path', '*.example', 'ftp://x']) {
      const { message } = refusal(() => hosts(`rep.example,${wrong}`))
      expect(message).toMatch(/: REPERTOIRE_ALLOWED_HOSTS: entry 2 is no host name/)
      expect(message).not.toContain('hunter2')
    }
  })

  it('C10: asks for packages of the machine’s own index by default', () => {
    expect(load([])?.packages).toMatchObject({
      installation: 'ask',
      ...{ python: undefined, node: undefined },
    })
    expect(load(['--data', '/nowhere/data'])?.packages).toMatchObject({
      folder: '/nowhere/data/layers',
      maxBytes: 4 * 1024 ** 3,
    })
    const given = {
      ...{ PACKAGE_INDEX_PYTHON: 'https://me:hunter2@index.example/simple,files.example' },
      ...{ PACKAGE_INDEX_NODE: 'public', PACKAGE_INDEX_CA_FILE: 'ca.pem' },
      ...{ PACKAGE_LAYERS_DIR: 'layers', PACKAGE_LAYERS_MIB: '10', PACKAGE_INSTALLATION: 'off' },
    }
    const config = load([], given)
    expect(config?.packages).toEqual({
      installation: 'off',
      python: {
        url: 'https://me:hunter2@index.example/simple',
        fileHosts: [{ host: 'files.example', port: 443 }],
      },
      node: { url: null, fileHosts: [] },
      ...{ caFile: '/srv/app/ca.pem', folder: '/srv/app/layers', maxBytes: 10 * 1024 ** 2 },
    })
    expect(config && JSON.stringify(maskConfig(config))).not.toContain('hunter2')
    const problem = refusal(() => load([], { PACKAGE_INDEX_PYTHON: 'file:///hunter2' }))
    expect(problem.message).toContain('PACKAGE_INDEX_PYTHON')
    expect(problem.message).not.toContain('hunter2')
  })

  it('C5: isolates scripts automatically by default', () => {
    expect(load([])?.sandbox).toEqual({
      backend: 'auto',
      executorUrl: undefined,
      executorToken: undefined,
      concurrency: undefined,
      timeoutSeconds: 60,
      containerEnv: {},
    })
    const env = { SANDBOX_BACKEND: 'off', SANDBOX_CONCURRENCY: '3', SANDBOX_TIMEOUT_SECONDS: '5' }
    expect(load([], env)?.sandbox).toMatchObject({
      backend: 'off',
      concurrency: 3,
      timeoutSeconds: 5,
    })
    const containers = { SANDBOX_BACKEND: 'container', SANDBOX_CONTAINER_IMAGE: 'scripts:1' }
    expect(load([], containers)?.sandbox).toMatchObject({
      backend: 'container',
      containerEnv: { SANDBOX_CONTAINER_IMAGE: 'scripts:1' },
    })
    expect(load([], { SANDBOX_BACKEND: 'sandbox-runtime' })?.sandbox).toMatchObject({
      backend: 'sandbox-runtime',
    })
    for (const wrong of [
      { SANDBOX_BACKEND: 'chroot' },
      { SANDBOX_EXECUTOR_URL: 'file:///x' },
      { SANDBOX_CONCURRENCY: '0' },
      { REPERTOIRE_SECRET_KEY: 'short' },
    ]) {
      const { code, message } = refusal(() => load([], wrong))
      expect([code, message]).toEqual([
        'config.invalid',
        expect.stringContaining(Object.keys(wrong).join()),
      ])
    }
  })

  it('C8: reads how to reach Temporal; an API key or a certificate switches TLS on', () => {
    const temporal = { WORKFLOW__EXECUTION_ENGINE: 'temporal' }
    const tlsWith = (env: Record<string, string>) =>
      load([], { ...temporal, ...env })?.temporal?.tls
    expect(load([], {})?.temporal).toBeUndefined()
    expect(load([], temporal)?.temporal).toMatchObject({
      ...{ address: '127.0.0.1:7233', namespace: 'default', tls: undefined },
    })
    expect(tlsWith({ TEMPORAL_API_KEY: 'k' })).toBeDefined()
    expect(tlsWith({ TEMPORAL_TLS: 'true' })).toBeDefined()
    expect(tlsWith({ TEMPORAL_API_KEY: 'k', TEMPORAL_TLS: 'false' })).toBeUndefined()
    const pair = { TEMPORAL_TLS_CLIENT_CERT_PATH: 'c.pem', TEMPORAL_TLS_CLIENT_KEY_PATH: '/k.pem' }
    expect(tlsWith(pair)).toMatchObject({
      ...{ certFile: expect.stringMatching(/^\/.*\/c\.pem$/), keyFile: '/k.pem' },
    })
    for (const [name, value] of Object.entries(pair)) {
      expect(refusal(() => tlsWith({ [name]: value })).message).toMatch(/CERT_PATH and .*KEY_PATH/)
    }
  })

  it('masks secrets when it is printed', () => {
    const config = load([], {
      DATABASE_URL: 'postgres://me:hunter2@db/app?password=hunter3',
      REPERTOIRE_BLOBS_URL: 's3://me:hunter/4@files/of/us',
      REPERTOIRE_BOOTSTRAP_KEY: 'rep_config_0123456789abcdef0123456789abcdef',
      REPERTOIRE_SECRET_KEY: '0123456789abcdef'.repeat(4),
      SANDBOX_EXECUTOR_URL: 'https://me:hunter5@scripts.example',
      SANDBOX_EXECUTOR_TOKEN: 'hunter6',
    })
    const shown = JSON.stringify(maskConfig(config!))
    expect(shown).not.toMatch(/hunter|0123456789/)
    expect(shown).toContain('@db/app')
    expect(shown).toContain('@files/of/us')
  })
})
