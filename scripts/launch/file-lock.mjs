import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { log, privateFolder } from './workspace.mjs'

const staleLockMs = 20 * 60 * 1000

/**
 * Runs `work` while no other launcher of this clone runs work of the same name. Takes over the lock of a dead
 * process. The lock is outside node_modules, which the work may remove.
 */
export async function withLock(name, work) {
  mkdirSync(privateFolder, { recursive: true })
  const lock = join(privateFolder, `${name}.lock`)
  const ownFile = `${lock}.${process.pid}`
  writeFileSync(ownFile, JSON.stringify({ pid: process.pid, host: hostname() }))
  try {
    await acquire(lock, ownFile)
    try {
      return await work()
    } finally {
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(ownFile, { force: true })
  }
}

async function acquire(lock, ownFile) {
  for (let isLogged = false; !tryLink(ownFile, lock); ) {
    if (removeIfStale(lock)) continue
    if (!isLogged) log('Waiting for another launcher in this folder …')
    isLogged = true
    await pause(200)
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function removeIfStale(lock) {
  const text = readIfExists(lock)
  if (text === undefined) return true
  if (!isStale(lock, text)) return false
  // Renamed first: if two processes see the same dead owner, only one removes its lock, and never a new
  // owner's.
  const aside = `${lock}.dead-${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return true
  }
  if (readIfExists(aside) !== text) tryLink(aside, lock)
  rmSync(aside, { force: true })
  return true
}

function isStale(lock, text) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > staleLockMs) return true
  const owner = JSON.parse(text)
  if (owner.host !== hostname()) return false
  try {
    process.kill(owner.pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
