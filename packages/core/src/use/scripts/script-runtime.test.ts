import { describe, expect, it } from 'vitest'
import { runtimeOfFirstLine, runtimeOfPath } from './script-runtime.ts'

describe('C5: the runtime of a script', () => {
  it.each([
    ['a.py', 'python'],
    ['scripts/Run.MJS', 'node'],
    ['a.cjs', 'node'],
    ['a.mts', 'node'],
    ['x/y.bash', 'shell'],
    ['.sh', undefined],
    ['scripts/.py', undefined],
    ['a.py.bak', undefined],
    ['run', undefined],
    ['a.rb', undefined],
  ])('%s by its extension: %s', (path, runtime) => {
    expect(runtimeOfPath(path)).toBe(runtime)
  })

  it.each([
    ['#!/usr/bin/env python3\nx', 'python'],
    ['#!/usr/bin/env -S node --x\r\n', 'node'],
    ['#! /bin/sh', 'shell'],
    ['#!/bin/bash -eu\n', 'shell'],
    ['#!/usr/bin/python3.11\n', 'python'],
    ['#!/usr/bin/perl\n', undefined],
    ['#!/usr/bin/env FOO=1 ruby\n', undefined],
    ['echo hi', undefined],
    ['', undefined],
  ])('%j by its first line: %s', (text, runtime) => {
    expect(runtimeOfFirstLine(new TextEncoder().encode(text))).toBe(runtime)
  })
})
