/** Rights and limits of the processes that decode images. */

/** Decoders are native addons. Sizes are in MiB. */
export const imageRights = { addons: true, memory: { heap: 256, resident: 1_024 } } as const
