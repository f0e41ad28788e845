#!/usr/bin/env node
import process from 'node:process'
import { runProgram } from './program.ts'

await runProgram(process)
