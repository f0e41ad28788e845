import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../execution.ts'
import { hostAttacks } from './host.attacks.ts'
import { kernelAttacks } from './kernel.attacks.ts'
import { neighbourAttacks } from './neighbour.attacks.ts'
import { resourceAttacks } from './resource.attacks.ts'
import { type Attack, plantTarget, type Target } from './target.ts'

const attacks = { ...hostAttacks, ...neighbourAttacks, ...kernelAttacks, ...resourceAttacks }

/** What a backend does not withstand, and the words of its health answer that say so. */
export type Admitted = Partial<Readonly<Record<keyof typeof attacks, RegExp>>>

export interface AttackOptions {
  /** The machine lacks what this backend needs: its tests are skipped by name. */
  readonly skip?: boolean
  readonly admitted?: Admitted
}

/** Every attack, on a backend that either withstands it or says that it does not. */
export function withstandsAttacks(
  name: string,
  open: () => Promise<Sandbox>,
  { skip = false, admitted = {} }: AttackOptions = {},
): void {
  describe.skipIf(skip).concurrent(`${name} against its scripts`, () => {
    let target: Target | undefined
    beforeAll(async () => {
      target = await plantTarget(open)
    }, 60_000)
    afterAll(() => target?.close())
    const planted = (): Target => {
      if (!target) throw new Error('The sandbox did not open.')
      return target
    }

    const all: Readonly<Record<string, Attack>> = attacks
    const words: Readonly<Record<string, RegExp | undefined>> = admitted
    for (const [attack, tried] of Object.entries(all)) {
      const said = words[attack]
      if (said === undefined)
        it(`withstands ${attack}`, (context) => tried(planted(), context), 120_000)
      else
        it(`says that it does not withstand ${attack}`, async () => {
          const { available, reason } = await planted().sandbox.health()
          expect([available, reason]).toEqual([true, expect.stringMatching(said)])
        })
    }
  })
}
