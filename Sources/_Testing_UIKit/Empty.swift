// Swift Testing brings a module of this name along where a file imports Testing and UIKit, so that there
// has to be one. There is nothing in it: attachments of pictures are Apple's.
