/** Extensions of the operator: filters and actions in the services that run them (D13). */
export { type ExtensionOptions, extensionHooks } from './extension-hooks.ts'
export { type AddHook, type HookFailure, type HookFunction, type Hooks, hookSystem } from './hooks.ts'
export { loadExtensions } from './load.ts'
