import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '../run-program.ts'
import { generateClient } from './generate-client.ts'

interface WheelPlace {
  /** Of the environment that has the generator. */
  readonly programs: string
  /** An empty folder for the project's sources. */
  readonly project: string
  /** Is emptied; gets the wheel. */
  readonly destination: string
}

/** Generates the client and builds its wheel, whose path it returns. */
export async function buildWheel({ programs, project, destination }: WheelPlace): Promise<string> {
  await generateClient({ programs, project })
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const args = ['build', '-t', 'wheel', '-d', destination]
  const { code, output } = await runProgram(join(programs, 'hatchling'), args, { cwd: project })
  assert.equal(code, 0, `The wheel cannot be built:\n${output.slice(-4_000)}`)
  const wheel = readdirSync(destination).find((name) => name.endsWith('.whl'))
  assert.ok(wheel, output)
  return join(destination, wheel)
}
