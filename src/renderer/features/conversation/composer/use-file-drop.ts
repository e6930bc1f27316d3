import { type DragEvent, useState } from 'react';
import { droppedPaths } from './dropped-paths';

/** Lets files be dropped on an element; gives their paths as text. */
export function useFileDrop(onPaths: (paths: string) => void) {
  const [isTarget, setIsTarget] = useState(false);
  return {
    isTarget,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsTarget(true);
      },
      onDragLeave: (event: DragEvent) => {
        const into = event.relatedTarget;
        if (!(into instanceof Node) || !event.currentTarget.contains(into)) setIsTarget(false);
      },
      onDrop: (event: DragEvent) => {
        setIsTarget(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        const paths = droppedPaths(event.dataTransfer.files);
        if (paths !== '') onPaths(paths);
      },
    },
  };
}
