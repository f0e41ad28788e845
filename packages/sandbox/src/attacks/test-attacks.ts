import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution/execution.ts'
import { type Attack, type AttackTarget, createAttackTarget } from './attack-target.ts'
import { crossExecutionAttacks } from './cross-execution.attacks.ts'
import { hostAttacks } from './host.attacks.ts'
import { kernelAttacks } from './kernel.attacks.ts'
import { resourceAttacks } from './resource.attacks.ts'
import { resourceLimitAttacks } from './resource-limit.attacks.ts'

const attacks = {
  ...{ ...hostAttacks, ...crossExecutionAttacks, ...kernelAttacks },
  ...{ ...resourceAttacks, ...resourceLimitAttacks },
}

/** The attacks a backend does not resist, with the text of its health answer that says so. */
export type KnownLimits = Partial<Readonly<Record<keyof typeof attacks, RegExp>>>

export interface AttackOptions {
  /** The machine cannot run this backend: its tests are skipped by name. */
  readonly skip?: boolean
  readonly knownLimits?: KnownLimits
}

/** Runs every attack on a backend. It must resist each, or declare in its health answer that it does not. */
export function testAttacks(
  name: string,
  open: () => Promise<Sandbox>,
  { skip = false, knownLimits = {} }: AttackOptions = {},
): void {
  describe.skipIf(skip).concurrent(`${name} against its scripts`, () => {
    let target: AttackTarget | undefined
    beforeAll(async () => {
      target = await createAttackTarget(open)
    }, 60_000)
    afterAll(() => target?.close())
    const attackTarget = (): AttackTarget => {
      if (!target) throw new Error('The sandbox did not open.')
      return target
    }

    const all: Readonly<Record<string, Attack>> = attacks
    const reasons: Readonly<Record<string, RegExp | undefined>> = knownLimits
    for (const [attack, runAttack] of Object.entries(all)) {
      const expectedReason = reasons[attack]
      if (expectedReason === undefined)
        it(`resists ${attack}`, (context) => runAttack(attackTarget(), context), 120_000)
      else
        it(`declares that it does not resist ${attack}`, async () => {
          const { available, reason } = await attackTarget().sandbox.health()
          expect([available, reason]).toEqual([true, expect.stringMatching(expectedReason)])
        })
    }
  })
}
