import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type FakeServer,
  problem,
  sendAllCreated,
  sendJson,
  startFakeServer,
} from '../testing/fake-server.ts'
import {
  createTempFolder,
  runCommand,
  skillText,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'

let temp: TempFolder
let server: FakeServer | undefined
beforeEach(() => {
  temp = createTempFolder()
})
afterEach(() => {
  temp.remove()
  server?.close()
  server = undefined
})

async function importing(answer: Parameters<typeof startFakeServer>[0], ...args: string[]) {
  server = await startFakeServer(answer)
  return startCommand(['import', '.', '--url', server.url, ...args], {
    cwd: temp.folder,
    env: { REPERTOIRE_API_KEY: 'the-key' },
  })
}

function writeSkills(count: number): void {
  for (let index = 1; index <= count; index++) {
    const name = `skill-${String(index).padStart(3, '0')}`
    temp.write(`${name}/SKILL.md`, skillText(name))
  }
}

const pathsOf = (which: FakeServer | undefined) =>
  (which?.received ?? []).map(({ body }) => body.items.map(({ path }) => path))

describe('requests of repertoire import', () => {
  it('sends at most 50 skills per request, each with its files, with the key', async () => {
    writeSkills(120)
    temp.write('skill-001/scripts/run.sh', '#!/bin/sh\n', 0o755)
    const { code, stdout } = await (await importing(sendAllCreated)).ended
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      '120 created, 0 updated, 0 unchanged, 0 refused',
    )
    expect(pathsOf(server).map(({ length }) => length)).toEqual([50, 50, 20])
    const [first] = server?.received ?? []
    expect(first).toMatchObject({ authorization: 'Bearer the-key', body: { scope: 'org' } })
    expect(first?.body.items[0]?.files).toEqual([
      { path: 'SKILL.md', content_base64: expect.any(String), executable: false },
      {
        path: 'scripts/run.sh',
        content_base64: Buffer.from('#!/bin/sh\n').toString('base64'),
        executable: true,
      },
    ])
  })

  it('D9: sends where the skills were taken from, and whether to replace others', async () => {
    writeSkills(1)
    const url = 'https://github.com/acme/skills'
    await (await importing(sendAllCreated, '--source-url', url, '--overwrite')).ended
    expect(server?.received[0]?.body).toMatchObject({
      source: { source_url: url },
      overwrite: true,
    })
  })

  it('sends at most 8 MiB per request, and a larger skill alone', async () => {
    writeSkills(4)
    temp.write('skill-002/large.bin', Buffer.alloc(9 * 1024 * 1024))
    temp.write('skill-003/half.bin', Buffer.alloc(5 * 1024 * 1024))
    temp.write('skill-004/half.bin', Buffer.alloc(5 * 1024 * 1024))
    expect((await (await importing(sendAllCreated)).ended).code).toBe(0)
    expect(pathsOf(server)).toEqual([['skill-001'], ['skill-002'], ['skill-003'], ['skill-004']])
  })

  it('rejects a skill over 32 MiB or 2000 files, and sends the others', async () => {
    writeSkills(3)
    temp.write('skill-001/large.bin', Buffer.alloc(33 * 1024 * 1024))
    for (let index = 0; index < 2000; index++) temp.write(`skill-002/f/${index}`, '')
    const { code, stdout } = await (await importing(sendAllCreated, '--json')).ended
    expect(code).toBe(1)
    const codes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).problem?.code)
    expect(codes).toEqual(['package.too-large', 'package.too-many-files', undefined])
    expect(pathsOf(server)).toEqual([['skill-003']])
  })

  it('retries one by one when a request is rejected for its content: only the invalid skill is rejected', async () => {
    writeSkills(3)
    const ended = await (
      await importing((request, response) => {
        if (request.body.items.some(({ path }) => path === 'skill-002')) {
          sendJson(response, 400, problem(400, 'request.invalid', 'items.1 is wrong'))
        } else sendAllCreated(request, response)
      })
    ).ended
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('items.1 is wrong [request.invalid]')
    expect(ended.stdout).toContain('2 created, 0 updated, 0 unchanged, 1 refused')
  })

  it('rejects the second of two skills with one slug, whichever request they are in', async () => {
    writeSkills(60)
    temp.write('zz/SKILL.md', skillText('skill-001'))
    const { code, stdout } = await (await importing(sendAllCreated)).ended
    expect(code).toBe(1)
    expect(stdout).toContain('"skill-001" is also the slug of skill-001')
    expect(stdout).toContain('60 created, 0 updated, 0 unchanged, 1 refused')
    expect(pathsOf(server).flat()).not.toContain('zz')
  })

  it('D11: prints a notice when another person’s skill was replaced, as plain text', async () => {
    writeSkills(1)
    const said = (code: string, message: string) => ({
      ...{ code, severity: 'warning', line: 1, column: 1 },
      message,
    })
    const { code, stdout } = await (
      await importing(({ body }, response) => {
        const diagnostics = [
          said('name.characters', 'Not shown.'),
          said('skill.replaces-other', 'It took the place of revision 3\u001b[2J.'),
        ]
        const results = body.items.map(({ path }) => ({
          ...{ path, status: 'updated', repaired: false },
          diagnostics,
        }))
        sendJson(response, 200, { results })
      })
    ).ended
    expect(code).toBe(0)
    expect(stdout).toContain(
      'note: It took the place of revision 3\\u{1b}[2J. [skill.replaces-other]\n',
    )
    expect(stdout).not.toContain('Not shown.')
  })

  it('D11: says of each skill whether it is new, kept beside another, a replacement or unchanged', async () => {
    writeSkills(4)
    const said = (code: string, message: string) => [
      { ...{ code, severity: 'warning', line: 1, column: 1 }, message },
    ]
    const outcomes = [
      { status: 'created', diagnostics: [] },
      { status: 'created', diagnostics: said('skill.kept-apart', 'Both are kept.') },
      { status: 'updated', diagnostics: said('skill.replaces-other', 'Revision 3 went.') },
      { status: 'unchanged', diagnostics: [] },
    ]
    const respond: Parameters<typeof startFakeServer>[0] = ({ body }, response) => {
      const results = body.items.map(({ path }, at) => ({
        ...{ path, repaired: false, ...outcomes[at] },
      }))
      sendJson(response, 200, { results })
    }
    const { stdout } = await (await importing(respond)).ended
    const words = stdout.split('\n').map((line) => line.slice(0, 11).trimEnd())
    expect(words.filter(Boolean).slice(0, 4)).toEqual([
      ...['created', 'kept beside', 'replaced', 'unchanged'],
    ])
    expect(stdout).toContain('note: Both are kept. [skill.kept-apart]')
    expect(stdout).toContain(
      '1 created, 1 kept beside, 0 updated, 1 replaced, 1 unchanged, 0 refused',
    )
  })

  it('reports progress when the server disappears midway, and exits with 5', async () => {
    writeSkills(60)
    const { code, stdout, stderr } = await (
      await importing((request, response) => {
        if (server?.received.length === 2) response.socket?.destroy()
        else sendAllCreated(request, response)
      })
    ).ended
    expect(code).toBe(5)
    expect(stdout.match(/^created/gm)).toHaveLength(50)
    expect(stderr).toContain('Before the error: 50 created, 0 updated, 0 unchanged, 0 refused.')
    expect(stderr).toMatch(/No server responds at .*npm start/s)
  })

  it('stops after the current request on Ctrl-C and reports the rest', async () => {
    writeSkills(60)
    let release = (): void => {}
    const command = await importing((request, response: ServerResponse) => {
      release = () => sendAllCreated(request, response)
      command.process.kill('SIGINT')
    })
    await command.printed('Stopping after the current request')
    release()
    const { code, stdout, stderr } = await command.ended
    expect(code).toBe(130)
    expect(stdout).toContain('50 created, 0 updated, 0 unchanged, 0 refused')
    expect(stderr).toContain('10 skills were not sent')
    expect(server?.received).toHaveLength(1)
  })

  it.each([
    [401, 4, 'auth.invalid-key', /does not accept this API key/],
    [403, 2, 'auth.forbidden', /not yours \[auth\.forbidden\]/],
    [503, 2, 'store.unavailable', /not yours \[store\.unavailable\]/],
  ])(
    'at status %i ends with %i and the reason, without telling the key',
    async (status, exitCode, code, says) => {
      writeSkills(1)
      const ended = await (
        await importing((_, response) =>
          sendJson(response, status, problem(status, code, 'not yours')),
        )
      ).ended
      expect(ended.code).toBe(exitCode)
      expect(ended.stderr).toMatch(says)
      expect(ended.stdout + ended.stderr).not.toContain('the-key')
    },
  )

  it('reports when another program responds at the URL', async () => {
    writeSkills(1)
    const ended = await (
      await importing((_, response) => {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nothing here</h1>')
      })
    ).ended
    expect(ended.code).toBe(5)
    expect(ended.stderr).toContain('another program')
  })

  it('sanitizes text of a server or a folder for the terminal', async () => {
    const evil = 'x\u001b[2J\u009b31m\u202e'
    temp.write(`${evil}/SKILL.md`, skillText('fine'))
    for (const args of [[], ['--json']]) {
      const { stdout } = await (
        await importing(
          (request, response) => {
            const [item] = request.body.items
            const results = [
              {
                path: item?.path,
                status: 'refused',
                repaired: false,
                problem: { code: evil, message: evil, hint: evil },
                diagnostics: [],
              },
            ]
            sendJson(response, 200, { results })
          },
          ...args,
        )
      ).ended
      expect(stdout).toContain('refused')
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
      server?.close()
    }
  })

  it('sends nothing on a dry run, and needs no server', async () => {
    writeSkills(2)
    temp.write('broken/SKILL.md', new Uint8Array([0xff, 0xff]))
    const ended = await runCommand(['import', '.', '--dry-run'], { cwd: temp.folder })
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('2 readable, 1 refused (dry run: nothing was sent)')
  })

  it('says how to start a server when none is configured, and exits with 5', async () => {
    writeSkills(1)
    const unknown = await runCommand(['import', '.'], { cwd: temp.folder })
    const gone = await runCommand(['import', '.', '--url', 'http://127.0.0.1:1', '--key', 'k'], {
      cwd: temp.folder,
    })
    for (const { code, stderr } of [unknown, gone]) {
      expect(code).toBe(5)
      expect(stderr).toContain('npm start')
    }
  })

  it('exits with 2 on wrong usage, and shows examples in --help', async () => {
    temp.write('README.md', 'not a skill')
    for (const args of [
      ['import'],
      ['import', '.'],
      ['import', '.', '--scope', 'everyone'],
      ['imprt'],
      ['--nope'],
    ]) {
      expect((await runCommand(args, { cwd: temp.folder })).code).toBe(2)
    }
    const help = await runCommand(['import', '--help'])
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--dry-run')])
    expect(help.stdout).toContain('Examples:')
  })
})
