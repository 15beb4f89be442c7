import { useEffect, useEffectEvent } from 'react';

/** Listens while the component is there. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
) {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: WindowEventMap[Type]) => hear(event);
    addEventListener(type, listen);
    return () => removeEventListener(type, listen);
  }, [type]);
}
