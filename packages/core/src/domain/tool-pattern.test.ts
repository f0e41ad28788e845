import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedNames, allows, allowsOnlyPart, parseAllowedTools } from './allowed-tools.ts'

function runs(listed: readonly string[], command: string): boolean {
  return allows(parseAllowedTools(listed), ['run_command'], { kind: 'command', command })
}

function reaches(entry: string, path: string): boolean {
  return allows(parseAllowedTools([entry]), ['read_file'], { kind: 'path', path })
}

function fetches(entry: string, url: string): boolean {
  return allows(parseAllowedTools([entry]), ['web_fetch'], { kind: 'url', url })
}

describe('patterns of commands in a list of allowed tools', () => {
  it.each([
    'git',
    'git status',
    '"git" status',
    "  git  commit -m 'a; b && c $(d)'",
    'git log --format="%h %s" -- src/a.ts',
    // A prefix says nothing about options: what the program itself can run stays allowed.
    'git --exec-path=/tmp status',
    'git -c core.pager=sh log',
  ])('D7: Bash(git:*) and Bash(git *) allow %j', (command) => {
    expect(runs(['Bash(git:*)'], command)).toBe(true)
    expect(runs(['Bash(git *)'], command)).toBe(true)
  })

  it.each([
    ...['gitx', 'rm -rf /', 'sudo git', './git status', '/usr/bin/git', 'Git status', 'xgit', ''],
    ...['git status; rm -rf /', 'git status && rm x', 'git status || rm x', 'git status | sh'],
    ...['git status & rm x', 'git $(rm x)', 'git `rm x`', 'git "$(rm x)"', 'git "`rm x`"'],
    ...['git\nrm x', 'git status\r\nrm x', 'git status\u0000rm', 'git\trm', 'git\u00a0status'],
    ...['git \\\nrm', 'git\\ status', 'g\\it status', 'git "a\\"; rm x"', "git $'a\\nb'"],
    ...[
      'PATH=. git status',
      'A=1 B=2 git',
      'A+=1 git',
      'A[0]=1 git',
      'git <(rm x)',
      'git > /tmp/x',
    ],
    ...[
      'git < x',
      'git 2>&1',
      'git <<< x',
      'git <<E\nx\nE',
      'git {a,b}',
      'git *',
      'git ?',
      'git [a]',
    ],
    ...[
      'git ~root',
      'git $HOME',
      'git "$HOME"',
      'git $\x7bx}',
      'git $((1))',
      'git # x',
      '! git',
      'git !!',
    ],
    ...[
      'git "!!"',
      '(git status)',
      '{ git status; }',
      'git "open',
      "git 'open",
      'git \u2028 rm',
      'ｇit',
    ],
    ...["git 'a'\n'b'", 'git "a\nb"', '[git', 'git ^a^b', 'if git'],
  ])('D7: Bash(git:*) does not allow %j', (command) => {
    expect(runs(['Bash(git:*)'], command)).toBe(false)
    expect(runs(['Bash'], command)).toBe(true)
  })

  it('D7: a pattern without a star is one command, and more words are a longer prefix', () => {
    expect(runs(['Bash(git status)'], 'git status')).toBe(true)
    expect(runs(['Bash(git status)'], 'git status -s')).toBe(false)
    expect(runs(['Bash(git add:*)'], 'git add x')).toBe(true)
    expect(runs(['Bash(git add:*)'], 'git addx')).toBe(false)
    expect(runs(['Bash(git add:*)'], 'git push')).toBe(false)
  })

  it('D7: beside the whole tool, a pattern takes nothing away', () => {
    expect(runs(['Bash(git:*)', 'Bash'], 'rm x; ls')).toBe(true)
    expect(runs(['Bash(*)'], 'rm x; ls')).toBe(true)
    expect(runs(['Bash(git:*)', 'Bash(npm test)'], 'npm test')).toBe(true)
  })

  it.each([
    ...['Bash()', 'Bash(git*)', 'Bash(* x)', 'Bash(:*)', 'Bash(git; rm:*)', 'Bash($X:*)'],
    ...['Bash(A=1 git:*)', 'Bash(git\\:*)', `Bash(${'a'.repeat(201)})`, 'Bash(gіt:*)'],
    ...[
      'WebSearch(x)',
      'TodoWrite(x)',
      'mcp__github(x)',
      'mcp__github__get(x)',
      'run_skill_script(a)',
    ],
  ])('D7: the pattern of %j cannot be decided, so it allows nothing and restricts', (entry) => {
    const list = parseAllowedTools([entry])
    expect(list).toMatchObject({ restricts: true, undecided: [entry], patterns: [] })
    expect([...list.tools, ...list.connectors]).toEqual([])
    expect(runs([entry], 'git status')).toBe(false)
  })

  it('D7: without a subject no pattern allows a call, so scripts of skills are not commands', () => {
    const list = parseAllowedTools(['Bash(git:*)'])
    expect(allows(list, ['run_skill_script', 'run_command'])).toBe(false)
    expect(allows(list, ['run_command'], { kind: 'path', path: 'git' })).toBe(false)
    expect(allowedNames(list)).toEqual(['run_command(git:*)'])
    expect(allowsOnlyPart([{ allowedTools: ['Bash(git:*)'] }], 'run_command')).toBe(true)
    expect(allowsOnlyPart([{ allowedTools: ['Bash(git*)'] }], 'run_command')).toBe(false)
  })

  it('D7: no command with an operator outside of quotes passes, wherever it stands', () => {
    const operator = fc.constantFrom(
      ...[';', '&', '|', '<', '>', '(', ')', '$', '`', '\\', '\n', '\r', '\t', '\0'],
      ...['*', '?', '[', ']', '{', '}', '~', '#', '!', '^', '\u2028', '\u00a0'],
    )
    const word = fc.stringMatching(/^[a-z0-9=./-]{1,6}$/)
    const words = fc.array(word, { maxLength: 4 })
    const blank = fc.constantFrom('', ' ')
    fc.assert(
      fc.property(words, blank, operator, blank, words, (before, left, sign, right, after) => {
        const command = `git ${before.join(' ')}${left}${sign}${right}${after.join(' ')}`
        return !runs(['Bash(git:*)'], command)
      }),
    )
  })
})

describe('patterns of paths and hosts in a list of allowed tools', () => {
  it.each([
    ['Read(src/**)', 'src/a.ts', true],
    ['Read(src/**)', 'src/a/b/c.ts', true],
    ['Read(./src/**)', 'src/a.ts', true],
    ['Read(**/*.md)', 'a.md', true],
    ['Read(**/*.md)', 'x/y/a.md', true],
    ['Read(src/*.ts)', 'src/a.ts', true],
    ['Read(src/?.ts)', 'src/a.ts', true],
    ['Read(src/*.ts)', 'src/a/b.ts', false],
    ['Read(src/**)', 'srcx/a', false],
    ['Read(src/**)', 'src/../secret', false],
    ['Read(src/**)', 'src/..', false],
    ['Read(src/**)', './src/a', false],
    ['Read(src/**)', '/src/a', false],
    ['Read(src/**)', 'src//a', false],
    ['Read(src/**)', 'src\\..\\a', false],
    ['Read(src/**)', 'src/a\u0000', false],
    ['Read(src/**)', 'Src/a', false],
    ['Read(../**)', '../a', false],
    ['Read(/etc/**)', '/etc/passwd', false],
    ['Read(src/{a,b})', 'src/a', false],
    ['Read(!src/**)', 'x', false],
    ['Read(~/**)', 'x', false],
    ['Write(src/**)', 'src/a', false],
  ])('D7: %s, path %j: %s', (entry, path, expected) => {
    expect(reaches(entry, path)).toBe(expected)
  })

  it('D7: a glob of many stars is decided at once', () => {
    const entry = `Read(${'*a'.repeat(60)}/${Array(30).fill('**').join('/')}/x)`.slice(0, 199)
    expect(reaches(entry, `${'a'.repeat(800)}/y`)).toBe(false)
  })

  it.each([
    ['WebFetch(domain:example.com)', 'https://example.com/a?b', true],
    ['WebFetch(domain:Example.com)', 'https://EXAMPLE.com:8443/', true],
    ['WebFetch(domain:*.example.com)', 'https://a.b.example.com/', true],
    ['WebFetch(domain:*.example.com)', 'https://example.com/', false],
    ['WebFetch(domain:example.com)', 'https://a.example.com/', false],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.test/', false],
    ['WebFetch(domain:example.com)', 'https://example.com@evil.test/', false],
    ['WebFetch(domain:example.com)', 'https://evil.test/#example.com', false],
    ['WebFetch(domain:example.com)', 'https://evil.test\\@example.com', false],
    ['WebFetch(domain:*.example.com)', 'https://evilexample.com/', false],
    ['WebFetch(domain:example.com)', 'ftp://example.com/', false],
    ['WebFetch(domain:example.com)', 'example.com', false],
    ['WebFetch(domain:*)', 'https://example.com/', false],
    ['WebFetch(example.com)', 'https://example.com/', false],
    ['WebFetch(domain:ex*mple.com)', 'https://example.com/', false],
  ])('D7: %s, address %j: %s', (entry, url, expected) => {
    expect(fetches(entry, url)).toBe(expected)
  })
})
