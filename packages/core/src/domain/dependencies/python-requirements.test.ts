import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPythonRequirements } from './python-requirements.ts'

const hash = 'a'.repeat(64)
const requirementsOf = (text: string) => readPythonRequirements(text)?.requirements

describe('requirements.txt', () => {
  it('C10: reads packages by name, version and marker, normalised', () => {
    const text = `\uFEFF# what we need
requests >= 2.31 , <3   # over the wire
Ruamel.YAML[Jinja2, libyaml]==0.18.*
six (>=1.16)
tomli; python_version < "3.11" and sys_platform != 'win32'\r
attrs == 23.2.0 \\
    --hash=sha256:${hash}
requests<3,>=2.31
`
    expect(requirementsOf(text)).toEqual([
      `attrs==23.2.0 --hash=sha256:${hash}`,
      'requests<3,>=2.31',
      'ruamel-yaml[jinja2,libyaml]==0.18.*',
      'six>=1.16',
      `tomli; python_version < "3.11" and sys_platform != 'win32'`,
    ])
  })

  it('C10: has no dependencies with comments only', () => {
    expect(readPythonRequirements('# standard library only\n\n   \n')).toBeNull()
  })

  it.each([
    ['-r /etc/passwd', 'The option -r'],
    ['--requirement other.txt', 'The option --requirement'],
    ['-c constraints.txt', 'The option -c'],
    ['-e .', 'The option -e'],
    ['--index-url https://evil.example/simple', 'The option --index-url'],
    ['--extra-index-url=https://evil.example', 'The option --extra-index-url'],
    ['--find-links /tmp', 'The option --find-links'],
    ['--trusted-host evil.example', 'The option --trusted-host'],
    ['--pre', 'The option --pre'],
    ['git+https://evil.example/x.git', 'is a repository'],
    ['x @ git+ssh://evil.example/x', 'is a repository'],
    ['https://evil.example/x-1-py3-none-any.whl', 'is an address'],
    ['x @ https://evil.example/x.whl', 'is an address'],
    ['x @ file:///etc/passwd', 'is a path'],
    ['file:///etc', 'is a path'],
    ['./wheels/x.whl', 'is a path'],
    ['/etc/passwd', 'is a path'],
    ['.', 'is not the name'],
    ['x --global-option=build', 'has an option'],
    ['x --config-settings=a', 'has an option'],
    [`x --hash=md5:${'a'.repeat(32)}`, 'has an option'],
    ['x==$HOME', 'is not the name'],
    ['x; __import__("os").system("id")[0] == 1', 'is not the name'],
    ['x'.repeat(5_000), 'longer than 4000'],
  ])('C10: refuses with the line number: %s', (line, why) => {
    expect(() => readPythonRequirements(`six\n\n${line}\n`)).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          code: 'layer.requirement-refused',
          message: expect.stringContaining(`requirements.txt, line 3: `),
        }),
      }),
    )
    expect(() => readPythonRequirements(line)).toThrow(why)
  })

  it('C10: refuses an option on a continuation line', () => {
    expect(() => readPythonRequirements('six \\\n --index-url \\\n http://evil.example')).toThrow(
      'Nothing was installed',
    )
  })

  it('C10: accepted entries contain no location and no option but a hash, whatever the text', () => {
    const pieces = ['x', '==1', ' ', '--', 'hash=', '@', 'file:', '/', '\\\n', '#', ';', '-r', '$']
    const texts = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ maxLength: 60 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        let taken: readonly string[] = []
        try {
          taken = requirementsOf(text) ?? []
        } catch {
          return
        }
        for (const one of taken)
          expect(one).toMatch(/^[a-z0-9][^/\\:@$%\n]*(?: --hash=sha256:[0-9a-f]{64})*$/)
      }),
      { numRuns: 2_000 },
    )
  })
})
