#!/usr/bin/env node
// node scripts/with-s3.mjs <command> [arguments…]
// Runs a command with a temporary S3 server: Ceph with one monitor, one in-memory store and one gateway, on
// local ports only. Sets TEST_S3_URL (http://key:secret@host:port, without buckets), exits with the command's
// exit code, and removes the server with its data even if the command fails or is interrupted.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findCeph } from './requirements.mjs'

const startTimeoutMs = 60_000

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('usage: node scripts/with-s3.mjs <command> [arguments…]')
  process.exit(2)
}

const programs = findCeph()
if (!programs) {
  console.error('No S3 server is installed: apt-get install ceph-mon ceph-osd radosgw')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 's3-'))
const servers = []
let child
let code = 1
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal))
try {
  const url = await startServer()
  code = await runCommand(url)
} finally {
  await stopServer()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

async function startServer() {
  const [monitor, monitorV1, gateway] = await freePorts(3)
  const cluster = randomUUID()
  const monitors = `[v2:127.0.0.1:${monitor},v1:127.0.0.1:${monitorV1}]`
  writeFileSync(join(folder, 'ceph.conf'), settings({ cluster, monitors, gateway }))
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
  createKeys()
  ceph('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', monitors, join(folder, 'monmap'))
  const first = ['--monmap', join(folder, 'monmap'), '--keyring', join(folder, 'keyring')]
  ceph('ceph-mon', '--mkfs', '-i', 'a', ...first)
  startProcess('ceph-mon', '-i', 'a')
  const store = randomUUID()
  ceph('ceph', '--connect-timeout', '20', 'osd', 'new', store)
  ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store)
  startProcess('ceph-osd', '-i', '0')
  startProcess('radosgw', '-n', 'client.admin')
  await waitUntilReady(`http://127.0.0.1:${gateway}/`)
  return createUser(gateway)
}

/** One copy of everything, in memory; short waits, because there is only one voter. */
function settings({ cluster, monitors, gateway }) {
  const lines = {
    fsid: cluster,
    mon_host: monitors,
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    ms_bind_ipv6: false,
    auth_cluster_required: 'cephx',
    auth_service_required: 'cephx',
    auth_client_required: 'cephx',
    keyring: join(folder, 'keyring'),
    run_dir: folder,
    admin_socket: `${folder}/$name.asok`,
    log_file: `${folder}/$name.log`,
    mon_data: join(folder, 'mon'),
    mon_data_avail_crit: 1,
    mon_data_avail_warn: 2,
    mon_allow_pool_size_one: true,
    paxos_propose_interval: 0.02,
    paxos_min_wait: 0.01,
    osd_data: join(folder, 'osd'),
    osd_objectstore: 'memstore',
    memstore_device_bytes: 2 ** 30,
    osd_crush_chooseleaf_type: 0,
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 1,
    osd_pool_default_pgp_num: 1,
    osd_pool_default_pg_autoscale_mode: 'off',
    rgw_data: join(folder, 'rgw'),
    rgw_frontends: `beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1`,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  return `[global]\n${text.join('\n')}\n`
}

function createKeys() {
  const file = join(folder, 'keyring')
  const all = (...parts) => parts.flatMap((part) => ['--cap', part, 'allow *'])
  ceph('ceph-authtool', '--create-keyring', file, '--gen-key', '-n', 'mon.', ...all('mon'))
  ceph('ceph-authtool', file, '--gen-key', '-n', 'client.admin', ...all('mon', 'osd', 'mgr'))
  const store = ['--cap', 'mon', 'allow profile osd', ...all('osd', 'mgr')]
  ceph('ceph-authtool', file, '--gen-key', '-n', 'osd.0', ...store)
  // The gateway reads this path regardless of its settings.
  copyFileSync(file, join(folder, 'rgw', 'keyring'))
}

function createUser(gateway) {
  const [key, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  const user = [
    '--uid=test',
    '--display-name=test',
    `--access-key=${key}`,
    `--secret-key=${secret}`,
  ]
  ceph('radosgw-admin', 'user', 'create', ...user)
  return `http://${key}:${secret}@127.0.0.1:${gateway}`
}

function environment() {
  return { ...process.env, CEPH_CONF: join(folder, 'ceph.conf'), CEPH_ARGS: '' }
}

function ceph(program, ...options) {
  try {
    execFileSync(join(programs, program), options, {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: startTimeoutMs,
    })
  } catch (error) {
    throw new Error(`${program} failed: ${error.stderr?.toString().trim() || error.message}`)
  }
}

function startProcess(program, ...options) {
  const server = spawn(join(programs, program), [...options, '-f'], {
    cwd: folder,
    env: environment(),
    stdio: 'ignore',
  })
  server.on('error', (error) => console.error(error.message))
  servers.push(server)
}

async function waitUntilReady(url) {
  const end = Date.now() + startTimeoutMs
  while (Date.now() < end && servers.every(({ exitCode }) => exitCode === null)) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  const log = readFileSync(join(folder, 'client.admin.log'), 'utf8').split('\n').slice(-10)
  throw new Error(`The S3 server did not start:\n${log.join('\n')}`)
}

/** Before the command runs, only the server has to be stopped. */
async function interrupt(signal) {
  if (child) return child.kill(signal)
  await stopServer()
  rmSync(folder, { recursive: true, force: true })
  process.exit(128 + constants.signals[signal])
}

/** Kills the server: none of its data is kept. */
async function stopServer() {
  const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode)
  const ended = running.map((server) => new Promise((resolve) => server.once('exit', resolve)))
  for (const server of running) server.kill('SIGKILL')
  await Promise.all(ended)
}

async function freePorts(count) {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(
    listeners.map((one) => new Promise((resolve) => one.once('listening', resolve))),
  )
  const ports = listeners.map((one) => one.address().port)
  await Promise.all(listeners.map((one) => new Promise((resolve) => one.close(resolve))))
  return ports
}

function runCommand(url) {
  child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_S3_URL: url },
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (status, signal) =>
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}
