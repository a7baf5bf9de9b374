import { isPassword, type Problem } from '@typecase/kernel'
import type { CommonPasswords } from '../ports.ts'

/** Whose password it is: what a guess would begin with. */
export interface Owner {
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/** From this length on, patterns are long enough to be no guess. */
const longEnough = 16
/** Letters and digits beside the name that make a password of it. */
const mostBesideName = 4
const shortestName = 3

/** Rows of keyboards and the runs of digits and letters; read in both directions, and round their end. */
const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(3))

/**
 * Why a password of the right length is too easy to guess. Holds for new passwords only: an account keeps the one it has.
 * The sentences are part of the API: the web interface translates them.
 */
export async function passwordProblems(
  common: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<Problem[]> {
  const message = isPassword(password) ? await weakness(common, password, owner) : undefined
  return message === undefined ? [] : [{ path: 'password', message }]
}

async function weakness(
  common: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<string | undefined> {
  const text = password.toLowerCase()
  if (isPattern(text))
    return 'This password is a simple pattern. Choose one that is harder to guess, like several unrelated words.'
  if (isMadeOfName(text, owner))
    return 'This password is too similar to the username or email. Choose one that does not contain them.'
  if (await isCommon(common, text))
    return 'This password is one of the most common ones. Choose one that is harder to guess, like several unrelated words.'
  return undefined
}

/** With marks at its end too: `password!` is as common as `password`. */
async function isCommon(common: CommonPasswords, text: string): Promise<boolean> {
  const bare = text.replace(/[^\p{L}\p{N}]+$/u, '')
  return (await common.isCommon(text)) || (bare !== text && bare !== '' && (await common.isCommon(bare)))
}

function isPattern(text: string): boolean {
  const characters = [...text]
  if (characters.length >= longEnough) return false
  return new Set(characters).size === 1 || runs.some((run) => run.includes(text))
}

function isMadeOfName(text: string, { username = '', email = '' }: Owner): boolean {
  const names = [username, email, email.split('@')[0] ?? ''].map((name) => name.toLowerCase())
  return names.some((name) => {
    if (name.length < shortestName || !text.includes(name)) return false
    const rest = text.replaceAll(name, '').replace(/[^\p{L}\p{N}]/gu, '')
    return [...rest].length <= mostBesideName
  })
}
